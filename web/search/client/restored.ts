/** Dispatched on the search input when the words of the search that led here are restored. */
export const RESTORED = 'search:restored';
