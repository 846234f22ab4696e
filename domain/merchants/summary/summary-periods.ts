import { getBusinessDay, getCutOff } from '../settlement/business-day';
import { addDays } from '../settlement/calendar-day';
import { getMonthDays } from '../settlement/settlement-document';

/** A period until now, and the part of the one before it that had passed after the same time. */
export interface ComparedPeriod {
  from: Date;
  to: Date;
  previousFrom: Date;
  previousTo: Date;
}

export const SUMMARY_PERIODS = ['today', 'month'] as const;
export type SummaryPeriod = (typeof SUMMARY_PERIODS)[number];

/** The day and the month of a moment in a time zone, each with the same part of the one before. */
export function summaryPeriods(now: Date, timeZone: string): Record<SummaryPeriod, ComparedPeriod> {
  const hours = { timeZone, cutOffHour: 0 };
  const day = addDays(getBusinessDay(now, hours), -1);
  const month = `${day.slice(0, 7)}-01`;
  const monthBefore = `${addDays(month, -1).slice(0, 7)}-01`;
  const startOf = (first: string): Date => getCutOff(first, hours);
  return {
    today: compare(startOf(day), startOf(addDays(day, -1)), now),
    month: compare(startOf(month), startOf(monthBefore), now),
  };
}

/** A month such as `2026-11` in a time zone, from its first moment to that of the next one; undefined for another text. */
export function monthPeriod(month: string, timeZone: string): { from: Date; to: Date } | undefined {
  const [first, next] = getMonthDays(month) ?? [];
  if (first === undefined || next === undefined) return undefined;
  const startOf = (day: string): Date => getCutOff(day, { timeZone, cutOffHour: 0 });
  return { from: startOf(first), to: startOf(next) };
}

function compare(from: Date, previousFrom: Date, to: Date): ComparedPeriod {
  const passedMs = to.getTime() - from.getTime();
  const previousTo = new Date(Math.min(previousFrom.getTime() + passedMs, from.getTime()));
  return { from, to, previousFrom, previousTo };
}
