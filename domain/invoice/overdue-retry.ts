const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 3_600_000;

/** When the cancellation of an overdue invoice is tried again that has failed so many times: after pauses that double, to an hour. */
export function nextRetryAt(failedAt: Date, failureCount: number): Date {
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failureCount - 1, 30), MAX_PAUSE_MS);
  return new Date(failedAt.getTime() + pauseMs);
}
