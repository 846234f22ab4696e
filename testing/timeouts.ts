/** Far above the usual time, since a loaded machine is ten times slower. */
export const ARRIVAL_TIMEOUT_MS = 60_000;
