const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How long a message that nobody takes is offered, counted from its first attempt. The last attempt comes at its end. */
export const RETRY_PERIOD_MS = 24 * HOUR_MS;

/** The published intervals between attempts; the last one repeats. Source: the webhook section of both API documents. */
const FIRST_INTERVALS_MS = [30 * SECOND_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS] as const;

/**
 * An attempt this soon after another one is not made: it would tell nothing new, and two clocks that differ a little
 * must not turn one scheduled attempt into two.
 */
export const MIN_GAP_MS = 10 * SECOND_MS;

/**
 * When a message is tried again, in milliseconds after its first attempt. The timetable is fixed, so that neither slow
 * answers nor attempts that an operator asks for between move it.
 */
export const RETRY_TIMETABLE_MS: readonly number[] = timetable();

function timetable(): number[] {
  const times: number[] = [];
  let atMs = 0;
  for (const intervalMs of FIRST_INTERVALS_MS) times.push((atMs += intervalMs));
  while (atMs + HOUR_MS < RETRY_PERIOD_MS) times.push((atMs += HOUR_MS));
  return [...times, RETRY_PERIOD_MS];
}

/** What is known of a message that was not taken yet: when its first and its last attempt began. */
export interface TriedMessage {
  firstAttemptAt: Date;
  lastAttemptAt: Date;
}

/** When the message is tried next, or undefined when its last attempt was the last: then its queue is discarded. */
export function nextAttemptAt({ firstAttemptAt, lastAttemptAt }: TriedMessage): Date | undefined {
  const startMs = firstAttemptAt.getTime();
  const earliestMs = lastAttemptAt.getTime() - startMs + MIN_GAP_MS;
  const offsetMs = RETRY_TIMETABLE_MS.find((timeMs) => timeMs >= earliestMs);
  return offsetMs === undefined ? undefined : new Date(startMs + offsetMs);
}
