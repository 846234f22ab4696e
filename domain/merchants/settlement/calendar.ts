import { addDays, isWeekend } from './calendar-day';
import { memoise } from './memoise';
import { HOLIDAYS, TRANSFERS, VERSION } from './russian-days-off';

/** The calendars of shop terms. */
export type CalendarID = 'ru' | 'target' | 'weekends' | 'everyDay';

interface SpecialDays {
  /** Weekdays without banking; weekends may be among them. */
  off: Pick<ReadonlySet<string>, 'has'>;
  /** Weekends with banking. */
  working: Pick<ReadonlySet<string>, 'has'>;
}

/** Banking days are those from Monday to Friday but for the special days of a year. */
export interface BankingCalendar {
  id: CalendarID;
  /** Changes with the days of the calendar. */
  version: string;
  getSpecialDays: (year: number) => SpecialDays;
}

const NONE: SpecialDays = { off: new Set(), working: new Set() };

/** The production calendar of Russia, the days of T2 (the former TARGET) of the Eurosystem, weekends only, and none. */
export const CALENDARS: Record<CalendarID, BankingCalendar> = {
  ru: { id: 'ru', version: VERSION, getSpecialDays: memoise(getRussianDays) },
  target: { id: 'target', version: '2002.1', getSpecialDays: memoise(getTargetDays) },
  weekends: { id: 'weekends', version: '1', getSpecialDays: () => NONE },
  everyDay: { id: 'everyDay', version: '1', getSpecialDays: () => ({ ...NONE, working: { has: () => true } }) },
};

/** Whether banks work on a day. */
export function isBankingDay({ getSpecialDays }: BankingCalendar, day: string): boolean {
  const { off, working } = getSpecialDays(Number(day.slice(0, 4)));
  return working.has(day) || (!isWeekend(day) && !off.has(day));
}

/** The n-th banking day after a day. With 0 it is the day itself, or the next banking day. */
export function addBankingDays(calendar: BankingCalendar, day: string, count: number): string {
  let reached = day;
  for (let left = count; left > 0 || !isBankingDay(calendar, reached);) {
    reached = addDays(reached, 1);
    if (isBankingDay(calendar, reached)) left -= 1;
  }
  return reached;
}

function getRussianDays(year: number): SpecialDays {
  const holidays = HOLIDAYS.map((date) => `${year}-${date}`);
  const transfers = TRANSFERS.filter(([from]) => from.startsWith(`${year}-`));
  const transferred = new Set(transfers.map(([from]) => from));
  const off = new Set([...holidays, ...transfers.map(([, to]) => to)]);
  for (const holiday of holidays) {
    if (!isWeekend(holiday) || transferred.has(holiday) || holiday.startsWith(`${year}-01-`)) continue;
    let day = holiday;
    while (isWeekend(day) || off.has(day)) day = addDays(day, 1);
    off.add(day);
  }
  return { off, working: new Set([...transferred].filter((from) => !off.has(from))) };
}

function getTargetDays(year: number): SpecialDays {
  const easter = getEaster(year);
  const fixed = ['01-01', '05-01', '12-25', '12-26'].map((date) => `${year}-${date}`);
  return { off: new Set([...fixed, addDays(easter, -2), addDays(easter, 1)]), working: new Set() };
}

/** The Gregorian Easter Sunday, by the algorithm of Meeus, Jones and Butcher. */
function getEaster(year: number): string {
  const [century, ofCentury, golden] = [Math.floor(year / 100), year % 100, year % 19];
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const correction = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  return addDays(`${year}-03-22`, epact + toSunday - 7 * correction);
}
