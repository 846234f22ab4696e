/* eslint-disable no-restricted-syntax -- this is where moments are written */
const RFC_3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.(\d+))?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * An instant to the microsecond, which is as finely as the record keeps time. Where there is nothing below the millisecond a
 * plain `Date` does: what has to be exact asks
 * `rfc3339Text` and `isLater`.
 */
class MicrosecondDate extends Date {
  constructor(
    milliseconds: number,
    /** Microseconds beyond the millisecond: 1 to 999. */
    readonly microsecond: number,
  ) {
    super(milliseconds);
  }

  /** JSON and whoever else asks a `Date` for its text gets the whole of it. */
  override toISOString(): string {
    return `${super.toISOString().slice(0, -1)}${String(this.microsecond).padStart(3, '0')}Z`;
  }
}

/**
 * Reads an RFC 3339 date-time; undefined for one that the calendar does not have (`Date` makes 30 February 2 March) or the
 * record cannot keep (before the year 1 or after 9999, in UTC). What is finer than a microsecond is cut off.
 */
export function parseRfc3339(text: string): Date | undefined {
  const [, year, month, day, fraction = ''] = RFC_3339.exec(text) ?? [];
  if (year === undefined) return undefined;
  const moment = new Date(text.toUpperCase());
  const isOfCalendar = Number(day) <= getDays(Number(year), Number(month)) && !Number.isNaN(moment.getTime());
  if (!isOfCalendar || !isKept(moment)) return undefined;
  return withMicroseconds(moment, fraction);
}

function getDays(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

const FIRST_YEAR = 1;
const LAST_YEAR = 9999;

function isKept(moment: Date): boolean {
  return moment.getUTCFullYear() >= FIRST_YEAR && moment.getUTCFullYear() <= LAST_YEAR;
}

/** The engine counts its waits in nanoseconds of 64 bits, some 292 years; what is to happen after a century is a slip. */
const FARTHEST_YEARS = 100;

/** Whether something may be arranged for a moment: a due date, a deadline. */
export function isWithinReach(moment: Date, now: Date): boolean {
  const farthest = new Date(now);
  farthest.setUTCFullYear(now.getUTCFullYear() + FARTHEST_YEARS);
  return moment.getTime() <= farthest.getTime();
}

/** A moment that is known to the millisecond, made exact by the digits of its second's fraction. */
export function withMicroseconds(moment: Date, fraction: string): Date {
  const microsecond = Number(fraction.padEnd(6, '0').slice(3, 6));
  return microsecond === 0 ? moment : new MicrosecondDate(moment.getTime(), microsecond);
}

/**
 * A moment as it is written everywhere: in UTC, with three or six digits of the second's fraction, or none where it is zero.
 * So a caller who writes whole seconds, milliseconds or microseconds in UTC reads its own moment byte for byte. None is left out.
 */
export function rfc3339Text(moment: Date): string;
export function rfc3339Text(moment: Date | null | undefined): string | undefined;
export function rfc3339Text(moment: Date | null | undefined): string | undefined {
  if (!moment) return undefined;
  const text = moment.toISOString();
  return text.endsWith('.000Z') ? `${text.slice(0, -5)}Z` : text;
}

function getMicrosecond(moment: Date): number {
  return moment instanceof MicrosecondDate ? moment.microsecond : 0;
}

/** Whether `one` comes after `other`, to the microsecond. */
export function isLater(one: Date, other: Date): boolean {
  const differenceMs = one.getTime() - other.getTime();
  return differenceMs > 0 || (differenceMs === 0 && getMicrosecond(one) > getMicrosecond(other));
}
