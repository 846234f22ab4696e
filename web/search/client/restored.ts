/** Event of the search input: the words of the search that led here have been written back into it. */
export const RESTORED = 'search:restored';
