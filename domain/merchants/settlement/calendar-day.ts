import { rfc3339Text } from '../../platform/rfc3339/rfc3339';

/* Days are ISO 8601 texts, `YYYY-MM-DD`, so that their order is that of the text. */

const DAY_MS = 86_400_000;

/** The day that is a number of calendar days after another, or before it. */
export function addDays(day: string, count: number): string {
  return rfc3339Text(new Date(Date.parse(day) + count * DAY_MS)).slice(0, 10);
}

/** 1 is Monday, 7 Sunday. */
export function getWeekday(day: string): number {
  return new Date(day).getUTCDay() || 7;
}

/** Whether a day is a Saturday or a Sunday. */
export function isWeekend(day: string): boolean {
  return getWeekday(day) > 5;
}
