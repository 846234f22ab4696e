const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How long an undelivered message is retried after its first attempt. The last attempt is at the end. */
export const RETRY_PERIOD_MS = 24 * HOUR_MS;

/** The published retry intervals; the last one repeats (webhook sections of both API documents). */
const FIRST_INTERVALS_MS = [30 * SECOND_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS] as const;

/** The minimum gap between attempts, so that clock skew does not repeat a scheduled attempt. */
export const MIN_GAP_MS = 10 * SECOND_MS;

/** Times of retries in milliseconds after the first attempt; slow responses and operators' attempts do not shift them. */
export const RETRY_TIMETABLE_MS: readonly number[] = timetable();

function timetable(): number[] {
  const times: number[] = [];
  let atMs = 0;
  for (const intervalMs of FIRST_INTERVALS_MS) times.push((atMs += intervalMs));
  while (atMs + HOUR_MS < RETRY_PERIOD_MS) times.push((atMs += HOUR_MS));
  return [...times, RETRY_PERIOD_MS];
}

/** The first and last attempt of an undelivered message. */
export interface TriedMessage {
  firstAttemptAt: Date;
  lastAttemptAt: Date;
}

/** Returns the next attempt; undefined after the last, when the queue is discarded. */
export function nextAttemptAt({ firstAttemptAt, lastAttemptAt }: TriedMessage): Date | undefined {
  const startMs = firstAttemptAt.getTime();
  const earliestMs = lastAttemptAt.getTime() - startMs + MIN_GAP_MS;
  const offsetMs = RETRY_TIMETABLE_MS.find((timeMs) => timeMs >= earliestMs);
  return offsetMs === undefined ? undefined : new Date(startMs + offsetMs);
}
