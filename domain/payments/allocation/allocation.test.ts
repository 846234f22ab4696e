import fc from 'fast-check';
import { Refusal } from '../../platform/errors/refusal';
import { allocate, computeShare, type AllocationRequest } from './allocation';

const payment = { amountMinor: 10_000n, currency: 'RUB' };
const amount = (shopID: string, amountMinor: bigint): AllocationRequest => ({
  type: 'amount',
  shopID,
  amountMinor,
  currency: 'RUB',
});
const total = (shopID: string, totalMinor: bigint, mantissa: bigint, exponent: number): AllocationRequest => ({
  type: 'total',
  shopID,
  totalMinor,
  currency: 'RUB',
  fee: { type: 'share', share: { mantissa, exponent } },
});

function getCode(act: () => unknown): string {
  try {
    act();
    return 'accepted';
  } catch (error) {
    return error instanceof Refusal ? error.code : 'defect';
  }
}

test('a shop receives a fixed amount in full and a total less its fee', () => {
  const fixed: AllocationRequest = {
    type: 'total',
    shopID: 'b',
    totalMinor: 3_000n,
    currency: 'RUB',
    fee: { type: 'fixed', amountMinor: 100n },
  };
  expect(allocate([amount('a', 2_000n), fixed, total('c', 999n, 15n, -3)], payment)).toEqual([
    { shopID: 'a', totalMinor: 2_000n, feeMinor: 0n, amountMinor: 2_000n },
    { shopID: 'b', totalMinor: 3_000n, feeMinor: 100n, amountMinor: 2_900n },
    { shopID: 'c', totalMinor: 999n, feeMinor: 15n, amountMinor: 984n },
  ]);
});

test.each([
  ['half a unit up', 5n, 1n, -1, 1n],
  ['less than half down', 4n, 1n, -1, 0n],
  ['a quarter of three up', 3n, 25n, -2, 1n],
  ['a whole share exactly', 7n, 1n, 0, 7n],
])('computeShare rounds %s', (_, base, mantissa, exponent, share) => {
  expect(computeShare(base, { mantissa, exponent })).toBe(share);
});

test('a share differs from the exact value by at most half a unit', () => {
  const cases = fc.record({
    base: fc.bigInt(1n, 9_007_199_254_740_991n),
    mantissa: fc.bigInt(0n, 1_000_000n),
    exponent: fc.integer({ min: -18, max: 0 }),
  });
  fc.assert(
    fc.property(cases, ({ base, mantissa, exponent }) => {
      const scale = 10n ** BigInt(-exponent);
      const error = computeShare(base, { mantissa, exponent }) * scale - base * mantissa;
      expect(2n * (error < 0n ? -error : error) <= scale).toBe(true);
    }),
  );
});

test('accepted allocations never exceed the payment, and each part sums to its total', () => {
  const request = fc.oneof(
    fc.record({ type: fc.constant('amount' as const), amountMinor: fc.bigInt(1n, 6_000n) }),
    fc.record({
      type: fc.constant('total' as const),
      totalMinor: fc.bigInt(1n, 6_000n),
      fee: fc.oneof(
        fc.record({ type: fc.constant('fixed' as const), amountMinor: fc.bigInt(1n, 3_000n) }),
        fc.record({
          type: fc.constant('share' as const),
          share: fc.record({ mantissa: fc.bigInt(0n, 120n), exponent: fc.integer({ min: -3, max: 0 }) }),
        }),
      ),
    }),
  );
  fc.assert(
    fc.property(fc.array(request, { minLength: 1, maxLength: 4 }), (drafts) => {
      const requests = drafts.map((draft, index) => ({ ...draft, shopID: `s${index}`, currency: 'RUB' }));
      let parts;
      try {
        parts = allocate(requests, payment);
      } catch (error) {
        expect((error as Refusal).code).toBe('invalidAllocation');
        return;
      }
      expect(parts.reduce((sum, { totalMinor }) => sum + totalMinor, 0n) <= payment.amountMinor).toBe(true);
      for (const part of parts) {
        expect(part.amountMinor + part.feeMinor).toBe(part.totalMinor);
        expect(part.amountMinor > 0n && part.feeMinor >= 0n).toBe(true);
      }
    }),
  );
});

test.each([
  ['nothing', []],
  ['a shop twice', [amount('a', 1n), amount('a', 2n)]],
  ['more than the payment', [amount('a', 6_000n), amount('b', 4_001n)]],
  ['another currency', [{ ...amount('a', 1n), currency: 'USD' }]],
  ['a fee that leaves nothing', [total('a', 100n, 1n, 0)]],
  ['a cart of another sum', [{ ...amount('a', 10n), cart: [{ product: 'x', quantity: 1n, priceMinor: 9n }] }]],
])('an allocation of %s is refused', (_, requests) => {
  expect(getCode(() => allocate(requests, payment))).toBe('invalidAllocation');
});

test('shops may get the whole payment, and a cart that makes its part', () => {
  expect(allocate([amount('a', 4_000n), amount('b', 6_000n)], payment)).toHaveLength(2);
  const cart = [{ product: 'Чай', quantity: 2n, priceMinor: 500n }];
  expect(allocate([{ ...amount('a', 1_000n), cart }], payment)).toHaveLength(1);
});

test('a share without a fraction is a multiple of the amount', () => {
  expect(computeShare(7n, { mantissa: 3n, exponent: 0 })).toBe(21n);
  expect(computeShare(7n, { mantissa: 3n, exponent: 2 })).toBe(2_100n);
});

const cart = [{ product: 'Чай', quantity: 1n, priceMinor: 500n }];

test.each<[string, AllocationRequest[]]>([
  ['allocation has no parts', []],
  ['allocation names a shop more than once', [amount('a', 1n), amount('a', 1n)]],
  ['allocation of 100.01 RUB exceeds the amount 100.00 RUB', [amount('a', 10_000n), amount('b', 1n)]],
  ['allocation to a is not in RUB', [{ ...amount('a', 1n), currency: 'USD' }]],
  ['the cart of shop a does not make 400', [{ ...amount('a', 400n), cart }]],
  ['the fee of 100 leaves shop a nothing of 100', [total('a', 100n, 1n, 0)]],
])('refused: %s', (message, requests) => {
  const refusal = { code: 'invalidAllocation', message, place: 'allocation' };
  expect(() => allocate(requests, payment)).toThrow(expect.objectContaining(refusal));
});
