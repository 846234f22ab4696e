import { Refusal } from '../errors/refusal';
import { readAmountFilter } from './amount-filter';

const refusalOf = (run: () => unknown): Refusal | undefined => {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  return undefined;
};

test('an amount of a filter is an integer from its minimum to the largest amount', () => {
  expect(readAmountFilter('amount', undefined, { code: 'invalidRequest' })).toBeUndefined();
  expect(readAmountFilter('amount', 1, { code: 'invalidRequest' })).toBe(1n);
  expect(readAmountFilter('amount', 0, { code: 'invalidRequest', minimum: 0 })).toBe(0n);
  expect(readAmountFilter('amount', Number.MAX_SAFE_INTEGER, { code: 'invalidRequest' })).toBe(9_007_199_254_740_991n);
  for (const amount of [0, -1, 1.5, Number.MAX_SAFE_INTEGER + 1, NaN])
    expect(refusalOf(() => readAmountFilter('amount', amount, { code: 'invalidRequest' }))).toMatchObject({
      code: 'invalidRequest',
      message: 'amount: must be an integer from 1 to 9007199254740991, in minor units of the currency',
      place: 'amount',
    });
});

test('a code that has its own message names the rule without the place', () => {
  expect(refusalOf(() => readAmountFilter('amountFrom', -1, { code: 'badToken', minimum: 0 }))).toMatchObject({
    code: 'badToken',
    message: 'must be an integer from 0 to 9007199254740991, in minor units of the currency',
  });
});
