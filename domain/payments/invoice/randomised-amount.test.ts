import fc from 'fast-check';
import { MAX_AMOUNT_MINOR } from '../../platform/money/money';
import { assertRandomisable, randomiseAmount, type RandomiseRules } from './randomised-amount';

const rules: RandomiseRules = { deviationMinor: 250n, precision: 2, direction: 'both' };
/** A random source with the given values, in order. */
const draw =
  (...values: bigint[]) =>
  () =>
    values.shift() ?? 0n;

test.each([
  ['upwards, rounded up', [1n, 150n], 10_200n],
  ['upwards, rounded down', [1n, 149n], 10_100n],
  ['upwards within the deviation', [1n, 250n], 10_200n],
  ['downwards', [0n, 90n], 9_900n],
  ['not at all', [0n, 10n], 10_000n],
])('an amount changes %s', (_, draws, amount) => {
  expect(randomiseAmount(10_000n, rules, draw(...draws))).toBe(amount);
});

test.each([
  ['below the minimum', { minAmountMinor: 10_001n }],
  ['above the maximum', { maxAmountMinor: 9_999n }],
  ['that is no multiple', { multiplicityMinor: 3_000n }],
])('an amount %s is unchanged', (_, condition) => {
  expect(randomiseAmount(10_000n, { ...rules, direction: 'upward', ...condition }, (max) => max)).toBe(10_000n);
});

test('conditions include their bounds', () => {
  const exact = { minAmountMinor: 10_000n, maxAmountMinor: 10_000n, multiplicityMinor: 5_000n };
  expect(randomiseAmount(10_000n, { ...rules, direction: 'upward', ...exact }, () => 100n)).toBe(10_100n);
});

test('any random value gives a valid amount within the deviation, in the right direction and precision', () => {
  const cases = fc.record({
    original: fc.oneof(fc.bigInt(1n, 100_000n), fc.bigInt(MAX_AMOUNT_MINOR - 1_000n, MAX_AMOUNT_MINOR)),
    deviationMinor: fc.bigInt(0n, 200_000n),
    precision: fc.integer({ min: 0, max: 5 }),
    direction: fc.constantFrom('both' as const, 'upward' as const, 'downward' as const),
    seed: fc.bigInt(0n, 1n << 60n),
  });
  fc.assert(
    fc.property(cases, ({ original, seed, ...given }) => {
      const amount = randomiseAmount(original, given, (max) => seed % (max + 1n));
      const change = amount - original;
      expect(amount >= 1n && amount <= MAX_AMOUNT_MINOR).toBe(true);
      expect((change < 0n ? -change : change) <= given.deviationMinor).toBe(true);
      expect(change % 10n ** BigInt(given.precision)).toBe(0n);
      if (given.direction === 'upward') expect(change >= 0n).toBe(true);
      if (given.direction === 'downward') expect(change <= 0n).toBe(true);
    }),
  );
});

test('only a cart of one line and one piece can be randomised', () => {
  const line = { product: 'x', quantity: 1n, priceMinor: 5n };
  expect(() => assertRandomisable(undefined)).not.toThrow();
  expect(() => assertRandomisable([line])).not.toThrow();
  expect(() => assertRandomisable([line, line])).toThrow('one line');
  expect(() => assertRandomisable([{ ...line, quantity: 2n }])).toThrow('one line');
});
