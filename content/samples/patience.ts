/** How long a sample runs, or waits for what happens by itself: many times what it takes on a machine that does little else. */
export const patienceMs = 20_000;
