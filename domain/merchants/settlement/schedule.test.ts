import fc from 'fast-check';
import { getBusinessDay, getCutOff } from './business-day';
import { CALENDARS, addBankingDays, isBankingDay } from './calendar';
import { addDays, getWeekday } from './calendar-day';
import { nextClose } from './schedule';
import { settlementTerms, type SettlementSchedule } from './settlement-terms';

const MOSCOW = settlementTerms({});
const schedules: fc.Arbitrary<SettlementSchedule> = fc.oneof(
  fc.constant({ every: 'day' as const }),
  fc.record({ every: fc.constant('week' as const), days: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }) }),
  fc.record({
    every: fc.constant('month' as const),
    days: fc.array(fc.integer({ min: 1, max: 31 }), { minLength: 1 }),
  }),
);
const institutions = fc.record({
  timeZone: fc.constantFrom('Europe/Moscow', 'Europe/Berlin', 'America/Sao_Paulo', 'Asia/Kathmandu'),
  cutOffHour: fc.integer({ min: 0, max: 23 }),
  calendar: fc.constantFrom(...Object.values(CALENDARS)),
});
const moments = fc
  .integer({ min: Date.UTC(2010, 0), max: Date.UTC(2040, 0) })
  .map((milliseconds) => new Date(milliseconds));

test.each<[string, SettlementSchedule, string, string]>([
  ['on the same day', { every: 'day' }, '2026-11-26T14:59:59Z', '2026-11-26T15:00:00Z'],
  ['on the next day, at the cut-off itself', { every: 'day' }, '2026-11-26T15:00:00Z', '2026-11-27T15:00:00Z'],
  ['on Monday, from Friday evening', { every: 'day' }, '2026-11-27T15:00:00Z', '2026-11-30T15:00:00Z'],
  ['on the first banking day of the year', { every: 'day' }, '2025-12-30T16:00:00Z', '2026-01-12T15:00:00Z'],
  ['on Monday by default', { every: 'week' }, '2026-11-24T10:00:00Z', '2026-11-30T15:00:00Z'],
  ['on the nearest of two weekdays', { every: 'week', days: [5, 2] }, '2026-11-24T16:00:00Z', '2026-11-27T15:00:00Z'],
  ['on Monday for a Saturday', { every: 'week', days: [6] }, '2026-11-27T16:00:00Z', '2026-11-30T15:00:00Z'],
  [
    'after the new year for a day within it',
    { every: 'week', days: [3] },
    '2026-01-06T10:00:00Z',
    '2026-01-12T15:00:00Z',
  ],
  ['on the first day by default', { every: 'month' }, '2026-11-26T10:00:00Z', '2026-12-01T15:00:00Z'],
  ['on the last day of a short month', { every: 'month', days: [31] }, '2026-06-02T10:00:00Z', '2026-06-30T15:00:00Z'],
  ['after the new year for its first day', { every: 'month' }, '2026-01-11T10:00:00Z', '2026-01-12T15:00:00Z'],
  ['on the leap day', { every: 'month', days: [30] }, '2028-02-01T10:00:00Z', '2028-02-29T15:00:00Z'],
  [
    'in the next month for a last day without banking',
    { every: 'month', days: [31] },
    '2026-05-30T10:00:00Z',
    '2026-06-01T15:00:00Z',
  ],
])('a batch is closed %s', (_, schedule, after, expected) => {
  expect(nextClose(schedule, new Date(after), MOSCOW)).toEqual(new Date(expected));
});

test('a schedule by hand closes nothing', () => {
  expect(nextClose({ every: 'manual' }, new Date(), MOSCOW)).toBeUndefined();
});

/** Whether a schedule names a day, said in another way than the schedule does. */
function isNamed({ every, days = [1] }: SettlementSchedule, day: string): boolean {
  if (every === 'day') return true;
  if (every === 'week') return days.includes(getWeekday(day));
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return days.map((each) => Math.min(each, length)).includes(date);
}

test('a close is the first cut-off after a moment of a banking day to which a scheduled day moves', () => {
  fc.assert(
    fc.property(schedules, moments, institutions, (schedule, after, hours) => {
      const found = nextClose(schedule, after, hours);
      const current = getBusinessDay(after, hours);
      const closes = Array.from({ length: 80 }, (_, offset) => addDays(current, offset - 30))
        .filter((day) => isNamed(schedule, day))
        .map((day) => addBankingDays(hours.calendar, day, 0))
        .map((day) => ({ day, at: getCutOff(day, hours) }))
        .filter(({ at }) => at > after);
      expect(found).toEqual(closes[0]?.at);
      expect(found && found > after).toBe(true);
      expect(closes[0] && isBankingDay(hours.calendar, closes[0].day)).toBe(true);
    }),
  );
});

test('closes follow one another, and none is between two of them', () => {
  fc.assert(
    fc.property(
      schedules,
      moments,
      institutions,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (schedule, at, hours, share) => {
        const first = nextClose(schedule, at, hours) as Date;
        const second = nextClose(schedule, first, hours) as Date;
        expect(second.getTime()).toBeGreaterThan(first.getTime());
        const between = new Date(first.getTime() + Math.floor((second.getTime() - first.getTime() - 1) * share));
        expect(nextClose(schedule, between, hours)).toEqual(second);
      },
    ),
  );
});
