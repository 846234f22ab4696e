import { PAYMENT_FAILURE_PATHS } from '../../domain/payments/payment/payment-failure';
import { AMOUNT_BEHAVIOURS, findAmountBehaviour } from './amount-behaviours';

test('each ending has one behaviour per operation', () => {
  const orders = AMOUNT_BEHAVIOURS.flatMap(({ ending, operations }) => operations.map((kind) => `${ending} ${kind}`));
  expect(new Set(orders).size).toBe(orders.length);
});

test('ordinary amounts have no behaviour', () => {
  const amounts = [1n, 7_701n, 77_01n, 10_000n, 67_701n, 100_000n, 667_700n, 667_799n, 1_000_000n, 60_000_000n];
  expect(amounts.flatMap((amount) => findAmountBehaviour('authorise', [amount]) ?? [])).toEqual([]);
});

test('only the last six digits count', () => {
  for (const amount of [667_760n, 1_667_760n, 59_667_760n]) {
    expect(findAmountBehaviour('authorise', [amount])?.behaviour).toEqual({
      type: 'decline',
      failure: 'authorization_failed:insufficient_funds',
    });
  }
});

test('every failure of the catalogue has an amount', () => {
  const ordered = AMOUNT_BEHAVIOURS.flatMap(({ behaviour, operations }) =>
    operations.includes('authorise') && behaviour.type === 'decline' ? [behaviour.failure] : [],
  );
  expect(ordered.sort()).toEqual([...PAYMENT_FAILURE_PATHS].sort());
});

test('an operation’s own amount has priority over the authorised one', () => {
  expect(findAmountBehaviour('refund', [667_738n, 667_739n])?.ending).toBe(667_738);
  expect(findAmountBehaviour('refund', [1n, 667_739n])?.ending).toBe(667_739);
});
