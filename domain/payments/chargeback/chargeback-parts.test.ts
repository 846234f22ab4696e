import fc from 'fast-check';
import { splitChargeback, type DistributedChargeback } from './chargeback-parts';

const part = (shopID: string, amount: number) => ({ type: 'amount' as const, shopID, amount, currency: 'RUB' });

const aChargeback = (fields: Partial<DistributedChargeback>): DistributedChargeback => ({
  shopID: 'own',
  bodyMinor: 10_000n,
  remainingMinor: 10_000n,
  distributed: [part('a', 4_000), part('b', 1_000)],
  takenBack: new Map(),
  ...fields,
});

test('a payment without distribution is charged back to its own shop', () => {
  expect(splitChargeback(aChargeback({ distributed: [] }))).toEqual([{ shopID: 'own', amount: 10_000 }]);
});

test('each shop returns a share proportional to its part, and the own shop returns the rounding remainder', () => {
  expect(splitChargeback(aChargeback({ bodyMinor: 5_000n }))).toEqual([
    { shopID: 'a', amount: 2_000 },
    { shopID: 'b', amount: 500 },
    { shopID: 'own', amount: 2_500 },
  ]);
  expect(splitChargeback(aChargeback({ bodyMinor: 9n }))).toEqual([
    { shopID: 'a', amount: 3 },
    { shopID: 'b', amount: 1 },
    { shopID: 'own', amount: 5 },
  ]);
});

test('the own shop returns the fee that it kept', () => {
  const distributed = [
    {
      type: 'total' as const,
      shopID: 'a',
      total: 4_000,
      amount: 3_600,
      currency: 'RUB',
      fee: { shopID: 'own', amount: 400 },
    },
  ];
  expect(splitChargeback(aChargeback({ distributed }))).toEqual([
    { shopID: 'a', amount: 3_600 },
    { shopID: 'own', amount: 6_400 },
  ]);
});

test('a shop that has refunded its part or more returns nothing', () => {
  const takenBack = new Map([['a', 4_000n]]);
  expect(splitChargeback(aChargeback({ bodyMinor: 6_000n, remainingMinor: 6_000n, takenBack }))).toEqual([
    { shopID: 'b', amount: 1_000 },
    { shopID: 'own', amount: 5_000 },
  ]);
  const paidForOthers = { bodyMinor: 2_000n, remainingMinor: 2_000n, takenBack: new Map([['own', 8_000n]]) };
  expect(splitChargeback(aChargeback(paidForOthers))).toEqual([
    { shopID: 'a', amount: 1_600 },
    { shopID: 'b', amount: 400 },
  ]);
});

test('the own shop is named once, and a shop without a share is not named', () => {
  const distributed = [part('own', 5_000), part('a', 5_000)];
  expect(splitChargeback(aChargeback({ distributed }))).toEqual([
    { shopID: 'a', amount: 5_000 },
    { shopID: 'own', amount: 5_000 },
  ]);
  expect(splitChargeback(aChargeback({ bodyMinor: 1n }))).toEqual([{ shopID: 'own', amount: 1 }]);
});

test('parts sum to the body, and no shop returns more than its part', () => {
  const amount = fc.integer({ min: 1, max: 1_000_000_000 });
  fc.assert(
    fc.property(amount, amount, amount, fc.double({ min: 0, max: 1, noNaN: true }), (own, a, b, share) => {
      const whole = own + a + b;
      const body = Math.max(1, Math.round(whole * share));
      const distributed = [part('a', a), part('b', b)];
      const parts = splitChargeback(
        aChargeback({ bodyMinor: BigInt(body), remainingMinor: BigInt(whole), distributed }),
      );
      const given = (shopID: string) => parts.find((one) => one.shopID === shopID)?.amount ?? 0;
      expect(parts.reduce((sum, one) => sum + one.amount, 0)).toBe(body);
      expect(given('a')).toBeLessThanOrEqual(a);
      expect(given('b')).toBeLessThanOrEqual(b);
      expect(given('own')).toBeLessThanOrEqual(own);
      if (body === whole) expect([given('own'), given('a'), given('b')]).toEqual([own, a, b]);
    }),
  );
});
