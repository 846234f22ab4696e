/** How long a test waits for what comes by itself: many times what it takes, since a loaded machine is ten times slower. */
export const ARRIVAL_TIMEOUT_MS = 60_000;
