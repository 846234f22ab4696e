import { assertAllocationFits, recordAllocation } from './recorded-allocation';

const PAYMENT = { payment: { amountMinor: 10_000n, currency: 'RUB' }, shopID: 'own' };

test('an amount is stored without a fee, and a total with the fee of the payment’s own shop', () => {
  const share = { mantissa: 15n, exponent: -2 };
  expect(
    recordAllocation(
      [
        { type: 'amount', shopID: 'one', currency: 'RUB', amountMinor: 1_000n },
        {
          type: 'total',
          shopID: 'two',
          currency: 'RUB',
          totalMinor: 2_000n,
          fee: { type: 'fixed', amountMinor: 300n },
        },
        { type: 'total', shopID: 'three', currency: 'RUB', totalMinor: 4_000n, fee: { type: 'share', share } },
      ],
      PAYMENT,
    ),
  ).toEqual([
    { type: 'amount', shopID: 'one', amount: 1_000, currency: 'RUB' },
    { type: 'total', shopID: 'two', amount: 1_700, currency: 'RUB', total: 2_000, fee: { shopID: 'own', amount: 300 } },
    {
      ...{ type: 'total', shopID: 'three', amount: 3_400, currency: 'RUB', total: 4_000 },
      fee: { shopID: 'own', amount: 600, share: { mantissa: 15, exponent: -2 } },
    },
  ]);
});

test('a distribution fits up to the captured amount, counting totals with their fees', () => {
  const parts = recordAllocation(
    [
      { type: 'amount', shopID: 'one', currency: 'RUB', amountMinor: 1_000n },
      { type: 'total', shopID: 'two', currency: 'RUB', totalMinor: 2_000n, fee: { type: 'fixed', amountMinor: 300n } },
    ],
    PAYMENT,
  );
  expect(() => assertAllocationFits(parts, { amountMinor: 3_000n, currency: 'RUB' })).not.toThrow();
  expect(() => assertAllocationFits(parts, { amountMinor: 2_999n, currency: 'RUB' })).toThrow(
    'allocation of 30.00 RUB exceeds the amount 29.99 RUB',
  );
});
