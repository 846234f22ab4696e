import { nextRetryAt } from './overdue-retry';

test.each([
  [1, 5],
  [2, 10],
  [3, 20],
  [10, 2_560],
  [11, 3_600],
  [1_000, 3_600],
])('after %d failures the cancellation is tried again in %d s', (failureCount, seconds) => {
  const failedAt = new Date('2026-11-28T00:00:00Z');
  expect(nextRetryAt(failedAt, failureCount).getTime() - failedAt.getTime()).toBe(seconds * 1_000);
});
