/** Timeout for asynchronous results: many times the usual duration, because a loaded machine is ten times slower. */
export const ARRIVAL_TIMEOUT_MS = 60_000;
