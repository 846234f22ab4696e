import { daysAgo, startOfDay } from '../page/parts/days';

test.each([
  ['Europe/Moscow', '2026-11-24T21:00:00.000Z', '2026-11-25T21:00:00.000Z'],
  ['America/New_York', '2026-11-25T05:00:00.000Z', '2026-11-26T05:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-24T18:15:00.000Z', '2026-11-25T18:15:00.000Z'],
  ['UTC', '2026-11-25T00:00:00.000Z', '2026-11-26T00:00:00.000Z'],
])('a day begins and ends at midnight of %s', (zone, start, end) => {
  expect([startOfDay('2026-11-25', 0, zone), startOfDay('2026-11-25', 1, zone)]).toEqual([start, end]);
});

test('a day on which the clocks change has 25 hours', () => {
  expect(startOfDay('2026-10-25', 0, 'Europe/Berlin')).toBe('2026-10-24T22:00:00.000Z');
  expect(startOfDay('2026-10-25', 1, 'Europe/Berlin')).toBe('2026-10-25T23:00:00.000Z');
});

test('today is that of the zone, and a day of no calendar has no start', () => {
  const [east, west] = [daysAgo(0, 'Pacific/Kiritimati'), daysAgo(0, 'Pacific/Niue')];
  expect(east > west).toBe(true);
  expect(startOfDay('2026-02-30', 0, 'UTC')).toBeUndefined();
});
