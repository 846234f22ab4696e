import fc from 'fast-check';
import { CALENDARS, addBankingDays, isBankingDay } from './calendar';
import { addDays, getWeekday } from './calendar-day';

const calendars = fc.constantFrom(...Object.values(CALENDARS));
const days = fc.integer({ min: 0, max: 80 * 365 }).map((count) => addDays('1990-01-01', count));

function listDays(year: number): string[] {
  const days = [];
  for (let day = `${year}-01-01`; day.startsWith(`${year}-`); day = addDays(day, 1)) days.push(day);
  return days;
}

const countBankingDays = (id: keyof typeof CALENDARS, year: number): number =>
  listDays(year).filter((day) => isBankingDay(CALENDARS[id], day)).length;

const listWeekdaysOff = (id: keyof typeof CALENDARS, year: number): string[] =>
  listDays(year)
    .filter((day) => getWeekday(day) <= 5 && !isBankingDay(CALENDARS[id], day))
    .map((day) => day.slice(5));

test('a day is followed by the next of the calendar, in leap years and at ends of years too', () => {
  expect(['2028-02-28', '2027-02-28', '2100-02-28', '2026-12-31'].map((day) => addDays(day, 1))).toEqual([
    ...['2028-02-29', '2027-03-01', '2100-03-01', '2027-01-01'],
  ]);
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
});

test('weekdays count from Monday', () => {
  expect(['2026-11-23', '2026-11-28', '2026-11-29'].map(getWeekday)).toEqual([1, 6, 7]);
});

test.each([
  [
    2025,
    '01-01 01-02 01-03 01-06 01-07 01-08 05-01 05-02 05-08 05-09 06-12 06-13 11-03 11-04 12-31',
    // The norm of working days that the Ministry of Labour published.
    247,
  ],
  [2026, '01-01 01-02 01-05 01-06 01-07 01-08 01-09 02-23 03-09 05-01 05-11 06-12 11-04 12-31', 247],
  // Without the transfers of 2 and 3 January, which the Government decides.
  [2027, '01-01 01-04 01-05 01-06 01-07 01-08 02-23 03-08 05-03 05-10 06-14 11-04', 249],
])('the production calendar of Russia has the days off of %d', (year, off, bankingDays) => {
  expect(listWeekdaysOff('ru', year)).toEqual(off.split(' '));
  expect(countBankingDays('ru', year)).toBe(bankingDays);
});

test('a weekend that a decree moves is a working day, a holiday that it moves is not', () => {
  const moved = ['2025-11-01', '2025-01-04', '2025-02-23', '2025-02-24', '2025-03-10'];
  expect(moved.map((day) => isBankingDay(CALENDARS.ru, day))).toEqual([true, false, false, true, true]);
});

test.each([
  [2024, '01-01 03-29 04-01 05-01 12-25 12-26'],
  [2025, '01-01 04-18 04-21 05-01 12-25 12-26'],
  [2026, '01-01 04-03 04-06 05-01 12-25'],
  [2027, '01-01 03-26 03-29'],
  [2038, '01-01 04-23 04-26'],
])('the Eurosystem has the days off of %d', (year, off) => {
  expect(listWeekdaysOff('target', year)).toEqual(off.split(' '));
});

test('a calendar of weekends has no weekdays off', () => {
  expect(listWeekdaysOff('weekends', 2026)).toEqual([]);
  expect(countBankingDays('weekends', 2026)).toBe(261);
});

test('a calendar of every day has no day without banking', () => {
  expect(countBankingDays('everyDay', 2028)).toBe(366);
});

test.each([
  ['2026-11-27', 0, '2026-11-27'],
  ['2026-11-28', 0, '2026-11-30'],
  ['2026-11-27', 1, '2026-11-30'],
  ['2026-11-28', 1, '2026-11-30'],
  ['2026-11-28', 2, '2026-12-01'],
  ['2025-12-30', 1, '2026-01-12'],
  ['2025-10-31', 1, '2025-11-01'],
  ['2025-10-31', 2, '2025-11-05'],
])('%s and %d banking days are %s', (day, count, expected) => {
  expect(addBankingDays(CALENDARS.ru, day, count)).toBe(expected);
});

test('banking days are counted one by one', () => {
  fc.assert(
    fc.property(calendars, days, fc.integer({ min: 1, max: 60 }), (calendar, day, count) => {
      const reached = addBankingDays(calendar, day, count);
      expect(isBankingDay(calendar, reached)).toBe(true);
      let passed = 0;
      for (let each = addDays(day, 1); each <= reached; each = addDays(each, 1))
        passed += isBankingDay(calendar, each) ? 1 : 0;
      expect(passed).toBe(count);
    }),
  );
});

test('a day without banking moves to the next banking day', () => {
  fc.assert(
    fc.property(calendars, days, (calendar, day) => {
      const moved = addBankingDays(calendar, day, 0);
      expect(moved).toBe(isBankingDay(calendar, day) ? day : addBankingDays(calendar, day, 1));
    }),
  );
});
