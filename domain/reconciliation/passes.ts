/** Each operation is compared twice: soon, so that little waits, and again when whatever came late has come. */
export const PASSES = ['hour', 'day'] as const;
export type Pass = (typeof PASSES)[number];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How much of the time one comparison takes on, and how long after its end it begins. */
export const SCHEDULE = {
  // Done at the latest 30 minutes after the operation, where nothing is behind.
  hour: { lengthMs: 10 * MINUTE_MS, delayMs: 20 * MINUTE_MS },
  // Done 20 to 21 hours after it.
  day: { lengthMs: HOUR_MS, delayMs: 20 * HOUR_MS },
} as const satisfies Record<Pass, { lengthMs: number; delayMs: number }>;

/** Until when each pass has compared everything. */
export type Cursors = Record<Pass, Date>;

/** A stretch of time: from its beginning, up to but without its end. */
export interface Window {
  from: Date;
  to: Date;
}

/** The next window of a pass; undefined where its time has not come. */
export function dueWindow(pass: Pass, since: Date, asOf: Date): Window | undefined {
  return dueAt(pass, since) <= asOf ? { from: since, to: getEnd(pass, since) } : undefined;
}

/** When the next window of a pass is compared. */
export function dueAt(pass: Pass, since: Date): Date {
  return new Date(getEnd(pass, since).getTime() + SCHEDULE[pass].delayMs);
}

/** Windows end on even times, so that those of all connectors are the same. */
function getEnd(pass: Pass, since: Date): Date {
  const { lengthMs } = SCHEDULE[pass];
  return new Date((Math.floor(since.getTime() / lengthMs) + 1) * lengthMs);
}

/** Where a pass begins that has never been: with the operations that it would compare now. */
export function firstCursors(now: Date): Cursors {
  const begin = (pass: Pass) => new Date(now.getTime() - SCHEDULE[pass].delayMs - SCHEDULE[pass].lengthMs);
  return { hour: begin('hour'), day: begin('day') };
}

/** The first half of a window in which there is too much to compare at once; undefined where it cannot be any shorter. */
export function firstHalf({ from, to }: Window): Window | undefined {
  const middle = new Date(Math.floor((from.getTime() + to.getTime()) / 2));
  return middle > from ? { from, to: middle } : undefined;
}
