import { monthPeriod, summaryPeriods } from './summary-periods';

const texts = (period: object): string[] => Object.values(period).map((date: Date) => date.toISOString().slice(0, 16));

test('the day and the month begin at midnight of the shop, not of UTC', () => {
  const { today, month } = summaryPeriods(new Date('2026-11-30T22:30:00Z'), 'Europe/Moscow');
  expect(texts(today)).toEqual(['2026-11-30T21:00', '2026-11-30T22:30', '2026-11-29T21:00', '2026-11-29T22:30']);
  expect(texts(month)).toEqual(['2026-11-30T21:00', '2026-11-30T22:30', '2026-10-31T21:00', '2026-10-31T22:30']);
});

test('the compared part of a shorter month ends with that month', () => {
  const { month } = summaryPeriods(new Date('2026-03-31T12:00:00Z'), 'UTC');
  expect(texts(month)).toEqual(['2026-03-01T00:00', '2026-03-31T12:00', '2026-02-01T00:00', '2026-03-01T00:00']);
});

test('the compared part of a day on which clocks were put back is not longer than the day', () => {
  const { today } = summaryPeriods(new Date('2026-10-25T22:45:00Z'), 'Europe/Berlin');
  expect(texts(today)).toEqual(['2026-10-24T22:00', '2026-10-25T22:45', '2026-10-23T22:00', '2026-10-24T22:00']);
});

test('a month begins and ends at midnight of the shop, also across a change of clocks and of the year', () => {
  const period = (month: string, zone: string) => texts(monthPeriod(month, zone) ?? {});
  expect(period('2025-12', 'Europe/Moscow')).toEqual(['2025-11-30T21:00', '2025-12-31T21:00']);
  expect(period('2026-03', 'Europe/Berlin')).toEqual(['2026-02-28T23:00', '2026-03-31T22:00']);
  expect(monthPeriod('2026-13', 'UTC')).toBeUndefined();
});
