import { addDays } from './calendar-day';
import { memoise } from './memoise';

/** When a business day ends. From the cut-off hour on it is the next one. */
export interface BusinessHours {
  /** Of IANA, like `Europe/Moscow`. */
  timeZone: string;
  /** 0 to 23. At 0 a moment belongs to the next calendar day. */
  cutOffHour: number;
}

/** The business day to which a moment belongs, `YYYY-MM-DD`. */
export function getBusinessDay(at: Date, { timeZone, cutOffHour }: BusinessHours): string {
  const parts = getFormat(timeZone).formatToParts(at);
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  const day = `${read('year')}-${read('month')}-${read('day')}`;
  return Number(read('hour')) >= cutOffHour ? addDays(day, 1) : day;
}

const MINUTE_MS = 60_000;

/** The moment at which a business day ends: the first of the next one. Clocks that are put forward or back need no case of their own. */
export function getCutOff(day: string, hours: BusinessHours): Date {
  // A day begins up to 14 hours before that of UTC and ends up to 12 hours after it.
  let [before, after] = [addDays(day, -1), addDays(day, 2)].map((each) => Date.parse(each) / MINUTE_MS) as [
    number,
    number,
  ];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (getBusinessDay(new Date(middle * MINUTE_MS), hours) > day) after = middle;
    else before = middle;
  }
  return new Date(after * MINUTE_MS);
}

/** Making a format takes a hundred times as long as using it. */
const getFormat = memoise((timeZone: string) => {
  const fields = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en', { timeZone, calendar: 'iso8601', numberingSystem: 'latn', ...fields });
});
