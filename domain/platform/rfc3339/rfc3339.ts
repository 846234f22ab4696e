/* eslint-disable no-restricted-syntax -- the only module that formats moments */
const RFC_3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.(\d+))?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * An instant with microseconds, the precision of the database. Comparing and formatting it needs `isLater` and
 * `rfc3339Text`.
 */
class MicrosecondDate extends Date {
  constructor(
    milliseconds: number,
    readonly microsecond: number,
  ) {
    super(milliseconds);
  }

  /** `Date` and JSON serialise through this method. */
  override toISOString(): string {
    return `${super.toISOString().slice(0, -1)}${String(this.microsecond).padStart(3, '0')}Z`;
  }
}

/**
 * Parses an RFC 3339 date-time; undefined for a date not in the calendar (`Date` turns 30 February into 2 March) or outside
 * the years 1 to 9999 in UTC. Digits beyond the microsecond are cut off.
 */
export function parseRfc3339(text: string): Date | undefined {
  const [, year, month, day, fraction = ''] = RFC_3339.exec(text) ?? [];
  if (year === undefined) return undefined;
  const moment = new Date(text.toUpperCase());
  const isOfCalendar = Number(day) <= getDaysInMonth(Number(year), Number(month)) && !Number.isNaN(moment.getTime());
  if (!isOfCalendar || !isStorable(moment)) return undefined;
  return withMicroseconds(moment, fraction);
}

function getDaysInMonth(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

const FIRST_YEAR = 1;
const LAST_YEAR = 9999;

function isStorable(moment: Date): boolean {
  return moment.getUTCFullYear() >= FIRST_YEAR && moment.getUTCFullYear() <= LAST_YEAR;
}

/** Temporal stores timers as 64-bit nanoseconds, about 292 years; more than a century is a mistake. */
const MAX_YEARS_AHEAD = 100;

/** Whether a due date or deadline may be scheduled at a moment. */
export function isWithinReach(moment: Date, now: Date): boolean {
  const limit = new Date(now);
  limit.setUTCFullYear(now.getUTCFullYear() + MAX_YEARS_AHEAD);
  return moment.getTime() <= limit.getTime();
}

/** Adds the microseconds of a fraction to a moment with milliseconds. */
export function withMicroseconds(moment: Date, fraction: string): Date {
  const microsecond = Number(fraction.padEnd(6, '0').slice(3, 6));
  return microsecond === 0 ? moment : new MicrosecondDate(moment.getTime(), microsecond);
}

/**
 * Formats a moment in UTC with three or six fractional digits, or none if the fraction is zero, so that callers get their
 * own precision back byte for byte.
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
