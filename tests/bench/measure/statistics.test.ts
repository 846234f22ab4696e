import { median, percentile } from './statistics';

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

it('median returns the middle value, or the mean of the two middle ones', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([9, 1, 5, 7])).toBe(6);
});

it('percentile returns the value that this percentage does not exceed', () => {
  expect(percentile(hundred, 50)).toBe(50);
  expect(percentile(hundred, 99)).toBe(99);
  expect(percentile([3], 99)).toBe(3);
});

it('an empty list is rejected', () => {
  expect(() => median([])).toThrow('nothing was measured');
});
