/** Each operation is compared twice: soon after it, and again when late reports have arrived. */
export const PASSES = ['hour', 'day'] as const;
export type Pass = (typeof PASSES)[number];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The length of one comparison window, and the delay after its end. */
export const SCHEDULE = {
  // Finishes at most 30 minutes after the operation unless there is a backlog.
  hour: { lengthMs: 10 * MINUTE_MS, delayMs: 20 * MINUTE_MS },
  // Finishes 20 to 21 hours after it.
  day: { lengthMs: HOUR_MS, delayMs: 20 * HOUR_MS },
} as const satisfies Record<Pass, { lengthMs: number; delayMs: number }>;

/** How far each pass has compared. */
export type Cursors = Record<Pass, Date>;

/** A half-open period. */
export interface Window {
  from: Date;
  to: Date;
}

/** Returns the next window of a pass if it is due. */
export function dueWindow(pass: Pass, since: Date, asOf: Date): Window | undefined {
  return dueAt(pass, since) <= asOf ? { from: since, to: getEnd(pass, since) } : undefined;
}

/** Returns when the next window of a pass is due. */
export function dueAt(pass: Pass, since: Date): Date {
  return new Date(getEnd(pass, since).getTime() + SCHEDULE[pass].delayMs);
}

/** Windows are aligned, so that all connectors have the same ones. */
function getEnd(pass: Pass, since: Date): Date {
  const { lengthMs } = SCHEDULE[pass];
  return new Date((Math.floor(since.getTime() / lengthMs) + 1) * lengthMs);
}

/** Returns the initial cursors, whose windows are due now. */
export function firstCursors(now: Date): Cursors {
  const begin = (pass: Pass) => new Date(now.getTime() - SCHEDULE[pass].delayMs - SCHEDULE[pass].lengthMs);
  return { hour: begin('hour'), day: begin('day') };
}

/** Returns the first half of a window that has too many operations; undefined for the shortest. */
export function firstHalf({ from, to }: Window): Window | undefined {
  const middle = new Date(Math.floor((from.getTime() + to.getTime()) / 2));
  return middle > from ? { from, to: middle } : undefined;
}
