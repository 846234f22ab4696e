import { getBusinessDay, getCutOff } from './business-day';
import { addBankingDays } from './calendar';
import { addDays, getWeekday } from './calendar-day';
import type { BankingHours, SettlementSchedule } from './settlement-terms';

/** More than the longest run of days off, the new year of Russia, by which a scheduled day moves. */
const MAX_DAYS_OFF = 20;
/** A day of every month comes within as many. */
const MAX_DAYS_AHEAD = 31;

/**
 * The next moment after another at which a batch is closed: the cut-off of a scheduled day, or of the next banking day; none by
 * hand.
 */
export function nextClose(schedule: SettlementSchedule, after: Date, hours: BankingHours): Date | undefined {
  if (schedule.every === 'manual') return undefined;
  const current = getBusinessDay(after, hours);
  for (let offset = -MAX_DAYS_OFF; offset <= MAX_DAYS_AHEAD; offset += 1) {
    const day = addDays(current, offset);
    if (!isScheduled(schedule, day)) continue;
    const bankingDay = addBankingDays(hours.calendar, day, 0);
    // A moment is before the cut-off of its business day.
    if (bankingDay >= current) return getCutOff(bankingDay, hours);
  }
  return undefined;
}

function isScheduled({ every, days = [1] }: SettlementSchedule, day: string): boolean {
  if (every === 'day') return true;
  if (every === 'week') return days.includes(getWeekday(day));
  const date = Number(day.slice(8));
  const isLastOfMonth = addDays(day, 1).endsWith('-01');
  return days.some((each) => each === date || (isLastOfMonth && each > date));
}
