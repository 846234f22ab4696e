const MIN_BACKOFF_MS = 5_000;
const MAX_BACKOFF_MS = 3_600_000;

/** When to retry the cancellation of an overdue invoice: exponential backoff up to an hour. */
export function nextRetryAt(failedAt: Date, failureCount: number): Date {
  const backoffMs = Math.min(MIN_BACKOFF_MS * 2 ** Math.min(failureCount - 1, 30), MAX_BACKOFF_MS);
  return new Date(failedAt.getTime() + backoffMs);
}
