import fc from 'fast-check';
import { splitRefund, type DistributedRefund } from './refund-parts';

const part = (shopID: string, amount: number) => ({ type: 'amount' as const, shopID, amount, currency: 'RUB' });

const aRefund = (fields: Partial<DistributedRefund>): DistributedRefund => ({
  shopID: 'own',
  amountMinor: 10_000n,
  allocation: null,
  isLast: true,
  distributed: [part('a', 3_000), part('b', 2_000)],
  takenBack: new Map(),
  ...fields,
});

test('the last refund takes each shop’s remaining part', () => {
  expect(splitRefund(aRefund({}))).toEqual([
    { shopID: 'own', amount: 5_000 },
    { shopID: 'a', amount: 3_000 },
    { shopID: 'b', amount: 2_000 },
  ]);
  expect(splitRefund(aRefund({ amountMinor: 4_000n, takenBack: new Map([['a', 2_500n]]) }))).toEqual([
    { shopID: 'own', amount: 1_500 },
    { shopID: 'a', amount: 500 },
    { shopID: 'b', amount: 2_000 },
  ]);
});

test('the own shop pays a partial refund without an allocation', () => {
  expect(splitRefund(aRefund({ amountMinor: 600n, isLast: false }))).toEqual([{ shopID: 'own', amount: 600 }]);
  const allocation = [part('a', 600)];
  expect(splitRefund(aRefund({ amountMinor: 600n, isLast: false, allocation }))).toEqual([
    { shopID: 'a', amount: 600 },
  ]);
});

test.each([
  ['more than it received', part('a', 3_001), new Map<string, bigint>()],
  ['more than it has left', part('a', 2_001), new Map([['a', 1_000n]])],
  ['a part that it never received', part('c', 1), new Map<string, bigint>()],
])('a shop does not return %s', (_, asked, takenBack) => {
  expect(() => splitRefund(aRefund({ allocation: [asked], takenBack }))).toThrow(
    expect.objectContaining({
      code: 'invalidAllocation',
      place: 'allocation',
      message: expect.stringMatching(/^shop [ac] has \d+ of the payment left$/),
    }),
  );
});

test('a shop returns all that it has left, and the own shop more than its part', () => {
  expect(splitRefund(aRefund({ amountMinor: 4_000n, isLast: false, allocation: [part('a', 3_000)] }))).toEqual([
    { shopID: 'own', amount: 1_000 },
    { shopID: 'a', amount: 3_000 },
  ]);
  const distributed = [part('own', 1_000), part('a', 3_000)];
  const allocation = [part('own', 2_000), part('a', 500)];
  expect(splitRefund(aRefund({ amountMinor: 2_500n, isLast: false, allocation, distributed }))).toEqual([
    { shopID: 'own', amount: 2_000 },
    { shopID: 'a', amount: 500 },
  ]);
  expect(splitRefund(aRefund({ amountMinor: 3_500n, distributed }))).toEqual([
    { shopID: 'own', amount: 500 },
    { shopID: 'a', amount: 3_000 },
  ]);
});

test('parts are positive and sum to the refund', () => {
  fc.assert(
    fc.property(
      fc.record({
        a: fc.nat(5_000),
        b: fc.nat(5_000),
        taken: fc.nat(5_000),
        amount: fc.integer({ min: 1, max: 20_000 }),
      }),
      fc.boolean(),
      ({ a, b, taken, amount }, isLast) => {
        const takenBack = new Map([['a', BigInt(Math.min(a, taken))]]);
        const distributed = [part('a', a), part('b', b)];
        const parts = splitRefund(aRefund({ amountMinor: BigInt(amount), isLast, distributed, takenBack }));
        expect(parts.reduce((sum, each) => sum + each.amount, 0)).toBe(amount);
        expect(parts.every((each) => each.amount > 0)).toBe(true);
      },
    ),
  );
});
