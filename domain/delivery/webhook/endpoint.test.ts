import { shouldSplit } from './endpoint';

test('a batched endpoint is split at half of the number at which it was merged', () => {
  expect(shouldSplit({ retryingCount: 10, batchedCount: 15 }, 50)).toBe(true);
  expect(shouldSplit({ retryingCount: 10, batchedCount: 16 }, 50)).toBe(false);
  expect(shouldSplit({ retryingCount: 0, batchedCount: 0 }, 0)).toBe(true);
});
