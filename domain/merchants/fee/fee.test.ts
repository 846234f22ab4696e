import fc from 'fast-check';
import { computeFee } from './fee';

test.each([
  [10_000n, 100n, 100n],
  [10_000n, 250n, 250n],
  [49n, 100n, 0n],
  [50n, 100n, 1n],
  [10_000n, 0n, 0n],
])('the fee of %s at %s basis points is %s', (amountMinor, basisPoints, expected) => {
  expect(computeFee(amountMinor, basisPoints)).toBe(expected);
});

test('a fee never exceeds its amount and differs from the exact value by at most half a minor unit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 2n ** 53n }), fc.bigInt({ min: 0n, max: 10_000n }), (amount, basisPoints) => {
      const fee = computeFee(amount, basisPoints);
      const difference = fee * 10_000n - amount * basisPoints;
      expect(fee <= amount).toBe(true);
      expect(difference > -5_000n && difference <= 5_000n).toBe(true);
    }),
  );
});
