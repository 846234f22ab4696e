import fc from 'fast-check';
import { splitByFee, type ChargedPayment, type FeeRule } from './fee-rules';

const payment: ChargedPayment = {
  amountMinor: 100_000n,
  currency: 'RUB',
  tool: 'bankCard',
  connector: 'sandbox',
  capturedAt: new Date('2026-12-01T00:00:00Z'),
  lastMonthMinor: 0n,
};

const feeOf = (fees: FeeRule[], changed: Partial<ChargedPayment> = {}) =>
  splitByFee({ fees, feeBasisPoints: 100 }, { ...payment, ...changed }).feeMinor;

test.each<[string, FeeRule, Partial<ChargedPayment>, bigint]>([
  ['a percentage and a fixed part are added', { basisPoints: 290, fixed: 1_000 }, {}, 3_900n],
  ['a small fee is raised to the minimum', { basisPoints: 1, minimum: 500 }, {}, 500n],
  ['a large fee is lowered to the maximum', { basisPoints: 1_000, maximum: 2_500 }, {}, 2_500n],
  ['the fee is at most the amount', { fixed: 1_000 }, { amountMinor: 300n }, 300n],
  ['half a minor unit goes to the platform', { basisPoints: 250 }, { amountMinor: 20n }, 1n],
  ['a tool without a rule pays the default', { tools: ['PaymentTerminal'], basisPoints: 500 }, {}, 1_000n],
  ['a matching tool pays its rule', { tools: ['BankCard'], basisPoints: 500 }, {}, 5_000n],
  ['another currency pays the default', { currency: 'USD', basisPoints: 500 }, {}, 1_000n],
  ['another connector pays the default', { connectors: ['stripe'], basisPoints: 500 }, {}, 1_000n],
  ['a rule begins at its date', { validFrom: '2026-12-01T00:00:00Z', basisPoints: 350 }, {}, 3_500n],
  ['a rule does not apply before its date', { validFrom: '2026-12-01T00:00:00.001Z', basisPoints: 350 }, {}, 1_000n],
  ['a rule applies before its end', { validUntil: '2026-12-01T00:00:00.001Z', basisPoints: 350 }, {}, 3_500n],
  ['the own currency pays its rule', { currency: 'RUB', basisPoints: 500 }, {}, 5_000n],
  ['a fee below the maximum stays', { basisPoints: 100, maximum: 2_500 }, {}, 1_000n],
  ['a rule ends before its date', { validUntil: '2026-12-01T00:00:00Z', basisPoints: 350 }, {}, 1_000n],
])('%s', (_, rule, changed, expected) => {
  expect(feeOf([rule], changed)).toBe(expected);
});

test('terms without rules take their share, or nothing', () => {
  expect(splitByFee({ feeBasisPoints: 100 }, payment)).toEqual({ feeMinor: 1_000n, remainderMinor: 99_000n });
  expect(splitByFee({}, payment)).toEqual({ feeMinor: 0n, remainderMinor: 100_000n });
});

test('the first matching rule decides', () => {
  expect(feeOf([{ currency: 'USD', basisPoints: 1 }, { basisPoints: 200 }, { basisPoints: 300 }])).toBe(2_000n);
});

const TIERS: FeeRule = {
  tiers: [
    { from: 0, basisPoints: 300 },
    { from: 1_000_000, basisPoints: 250 },
    { from: 5_000_000, basisPoints: 200 },
  ],
};

test.each([
  [999_999n, 3_000n],
  [1_000_000n, 2_500n],
  [9_000_000n, 2_000n],
])('a turnover of %s last month gives a fee of %s', (lastMonthMinor, expected) => {
  expect(feeOf([TIERS], { lastMonthMinor })).toBe(expected);
});

const natural = fc.integer({ min: 0, max: 2 ** 31 });
const basisPoints = fc.integer({ min: 0, max: 10_000 });
const amountMinor = fc.bigInt({ min: 1n, max: 2n ** 53n });
const anyRule: fc.Arbitrary<FeeRule> = fc.record(
  {
    basisPoints,
    tiers: fc.array(fc.record({ from: natural, basisPoints }), { minLength: 1, maxLength: 4 }),
    fixed: natural,
    minimum: natural,
    maximum: natural,
  },
  { requiredKeys: [] },
);

test('a fee is never negative, never above the amount, and the parts sum to the amount', () => {
  fc.assert(
    fc.property(fc.array(anyRule), amountMinor, fc.bigInt({ min: 0n, max: 2n ** 53n }), (fees, amount, lastMonth) => {
      const split = splitByFee({ fees }, { ...payment, amountMinor: amount, lastMonthMinor: lastMonth });
      expect(split.feeMinor >= 0n && split.feeMinor <= amount).toBe(true);
      expect(split.feeMinor + split.remainderMinor).toBe(amount);
    }),
  );
});

test('a larger amount never pays a smaller fee under the same rule', () => {
  fc.assert(
    fc.property(anyRule, amountMinor, amountMinor, (rule, one, other) => {
      const [smaller, larger] = one < other ? [one, other] : [other, one];
      expect(feeOf([rule], { amountMinor: smaller }) <= feeOf([rule], { amountMinor: larger })).toBe(true);
    }),
  );
});

test('the rounded share differs from the exact one by at most half a minor unit, and a tie is rounded up', () => {
  fc.assert(
    fc.property(basisPoints, amountMinor, (share, amount) => {
      const difference = feeOf([{ basisPoints: share }], { amountMinor: amount }) * 10_000n - amount * BigInt(share);
      expect(difference > -5_000n && difference <= 5_000n).toBe(true);
    }),
  );
});

test('a larger turnover never raises the fee if the shares of the tiers descend', () => {
  const turnover = fc.bigInt({ min: 0n, max: 10_000_000n });
  fc.assert(
    fc.property(amountMinor, turnover, turnover, (amount, one, other) => {
      const [less, more] = one < other ? [one, other] : [other, one];
      const at = (lastMonthMinor: bigint) => feeOf([TIERS], { amountMinor: amount, lastMonthMinor });
      expect(at(more) <= at(less)).toBe(true);
    }),
  );
});
