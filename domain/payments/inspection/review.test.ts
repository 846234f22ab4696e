import { endOfReview } from './review';

const NOW = new Date('2026-11-30T12:00:00Z');
const after = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000);
const rule = { id: 'large', action: 'review' } as const;

test.each([
  ['the minutes of its rule', { ...rule, reviewMinutes: 7 }, {}, 7],
  ['15 minutes by default', rule, {}, 15],
  ['five minutes before the processing deadline', rule, { processingDeadline: after(12) }, 7],
  ['a minute before the CVV is deleted', rule, { cvvUntil: after(11) }, 10],
])('a review ends after %s', (_, given, limits, minutes) => {
  expect(endOfReview(given, { now: NOW, processingDeadline: after(30), ...limits })).toEqual(after(minutes));
});

test('a review of less than a minute is none', () => {
  expect(endOfReview(rule, { now: NOW, processingDeadline: after(5.5) })).toBeUndefined();
});
