import { isPlausibleFee, toFinding } from './answer-difference';

test.each<[bigint, bigint, boolean]>([
  [0n, 10_000n, true],
  [5_000n, 10_000n, true],
  [5_001n, 10_000n, false],
  [-1n, 10_000n, false],
  [100n, 150n, true],
  [101n, 150n, false],
  [50n, 50n, true],
  [51n, 50n, false],
  [1n, 0n, false],
])('an acquirer’s fee of %d for %d is plausible: %s', (feeMinor, amountMinor, isPlausible) => {
  expect(isPlausibleFee(feeMinor, amountMinor)).toBe(isPlausible);
});

const at = new Date('2026-11-28T00:00:00Z');
const answer = {
  ...{ operationID: 'payment/I.1/capture', operationKind: 'capture' as const, currency: 'RUB' },
  ...{ requestedMinor: 100n, answeredMinor: 90n },
  differences: [
    { fact: 'amount' as const, requested: '100', answered: '90' },
    { fact: 'currency' as const, requested: 'RUB', answered: 'EUR' },
  ],
};

test('a contradicted answer becomes a finding with every difference', () => {
  expect(toFinding(answer, at)).toEqual({
    ...{ kind: 'contradictedAnswer', operationID: 'payment/I.1/capture', operationKind: 'capture', at },
    ...{ currency: 'RUB', connectorMinor: 90n, recordedMinor: 100n, differences: answer.differences },
    facts: {},
  });
  expect(toFinding({ ...answer, connectorReference: 'R' }, at)).toMatchObject({ connectorReference: 'R' });
});
