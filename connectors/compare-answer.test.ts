import { compareAnswer } from './compare-answer';
import type { Approved } from './connector';
import type { Stated } from './stated';

const states = {
  ...{ isTest: true, account: 'shop-1' },
  facts: { authorise: ['operation', 'reference', 'amount', 'currency', 'state', 'isTest'] },
} as const;
const request = { operationID: 'payment/i.1/authorise', timeoutMs: 1, amount: 10_000n, currency: 'RUB' };
const stated: Stated = {
  ...{ operation: request.operationID, amount: 10_000n, currency: 'RUB', state: 'held', isTest: true },
  account: 'shop-1',
};
const approved = (change: object = {}, fields: object = {}): Approved => ({
  ...{ kind: 'approved', connectorReference: 'r', ...fields },
  stated: { ...stated, ...change },
});
const compare = (answer: Approved, change: object = {}) =>
  compareAnswer({ method: 'authorise', request: { ...request, ...change }, states }, answer);

test('an answer that states what was requested is approved with its amount', () => {
  const { answer, contradicted, isRefused } = compare(approved());
  expect([answer.amountMinor, contradicted, isRefused]).toEqual([10_000n, undefined, false]);
});

test.each([
  ['1.00 for 100.00', { amount: 100n }, 'amount', '100'],
  ['999,999.00 for 100.00', { amount: 99_999_900n }, 'amount', '99999900'],
  ['an amount with a fraction of its unit', { amount: null }, 'amount', 'null'],
  ['USD for RUB', { currency: 'USD' }, 'currency', 'USD'],
  ['another operation', { operation: 'payment/j.1/authorise' }, 'operation', 'payment/j.1/authorise'],
  ['a capture instead of a hold', { state: 'captured' }, 'state', 'captured'],
  ['live instead of test mode', { isTest: false }, 'isTest', 'false'],
  ['another account', { account: 'shop-2' }, 'account', 'shop-2'],
])('%s is no approval', (_, change, fact, answered) => {
  const { contradicted, isRefused } = compare(approved(change));
  expect(isRefused).toBe(true);
  expect(contradicted?.differences).toMatchObject([{ fact, answered }]);
});

test.each(['operation', 'amount', 'currency', 'state', 'isTest'])('an approval without its %s is none', (fact) => {
  const { contradicted, isRefused } = compare(approved({ [fact]: undefined }));
  expect([isRefused, contradicted?.differences.map((each) => each.fact)]).toEqual([true, [fact]]);
});

test('an account that is not declared may be absent', () => {
  expect(compare(approved({ account: undefined })).isRefused).toBe(false);
});

test('another amount is taken only where payers decide it', () => {
  const expected = { amount: 10_000n, currency: 'RUB' };
  const paid = approved({ amount: 9_000n });
  expect(compare(paid, { expected }).isRefused).toBe(true);
  const { answer, isRefused } = compare(paid, { expected: { ...expected, mayDiffer: true } });
  expect([answer.amountMinor, isRefused]).toEqual([9_000n, false]);
});

test('a look-up answers the same object, which may be captured since', () => {
  const lookUp = { ...request, kind: 'authorise' as const, connectorReference: 'r' };
  const look = (answer: Approved) => compareAnswer({ method: 'lookUp', request: lookUp, states }, answer);
  expect(look(approved({ state: 'captured' })).isRefused).toBe(false);
  const { contradicted } = look(approved({}, { connectorReference: 'another' }));
  expect(contradicted?.differences).toEqual([{ fact: 'reference', requested: 'r', answered: 'another' }]);
});

test.each([
  [99_990_250n, false],
  [5_001n, false],
  [-1n, false],
  [5_000n, true],
  [350n, true],
])('a fee of %s of 10,000 is kept: %s', (feeMinor, isKept) => {
  const { answer, contradicted, isRefused } = compare(approved({}, { feeMinor }));
  expect([answer.feeMinor, isRefused]).toEqual([isKept ? feeMinor : undefined, false]);
  expect(contradicted?.differences).toEqual(
    isKept ? undefined : [{ fact: 'fee', requested: '10000', answered: String(feeMinor) }],
  );
});

test('a decline of another operation is no decline of this one', () => {
  const declined = {
    kind: 'declined' as const,
    failure: { code: 'x' },
    stated: { operation: 'payment/j.1/authorise' },
  };
  const { isRefused } = compareAnswer({ method: 'authorise', request, states }, declined);
  expect(isRefused).toBe(true);
});
