import { findAmountProblem, isWholeCardNumber, readSearchTerms, type SearchTerm } from './search-terms';

const getTerm = <Kind extends SearchTerm['kind']>(query: string, kind: Kind) =>
  readSearchTerms(query).find((term): term is Extract<SearchTerm, { kind: Kind }> => term.kind === kind);

const getText = (query: string, kind: SearchTerm['kind']): string | undefined =>
  readSearchTerms(query).flatMap((term) => (term.kind === kind && 'text' in term ? [term.text] : []))[0];

const getAmounts = (query: string): string[] =>
  (getTerm(query, 'amount')?.amounts ?? []).map(({ minor, currency }) => `${minor} ${currency}`);

test.each([
  ['1 250,50 ₽', '125050 RUB'],
  ['1250.5 rub', '125050 RUB'],
  ['RUB 1250', '125000 RUB'],
  ['₽1\u00a0250,50', '125050 RUB'],
  ['1250 руб.', '125000 RUB'],
  ['500 JPY', '500 JPY'],
  ['1.234 KWD', '1234 KWD'],
  ['1,250.50\u00a0₽', '125050 RUB'],
  ['1,234,567.05\u00a0₽', '123456705 RUB'],
  ['1\u00a0234\u00a0567,05\u00a0₽', '123456705 RUB'],
  ['12,500 JPY', '12500 JPY'],
])('%s is one amount', (query, amount) => {
  expect(getAmounts(query)).toEqual([amount]);
});

test.each([
  ['1500.50 JPY', 'JPY has no decimals'],
  ['RUB 1.234', 'RUB has at most 2 decimals'],
  ['1.23456 KWD', 'KWD has at most 3 decimals'],
  ['99999999999999999 RUB', 'RUB has no amount as large as this'],
  ['0.00 $', 'USD has amounts above zero only'],
  ['-5 RUB', 'RUB has amounts above zero only'],
])('%s is an amount with a problem', (query, problem) => {
  expect(findAmountProblem(query)).toBe(problem);
});

test.each(['1500.50', '-5', 'order 5', '1250 XXZ', '1 250,50 ₽', '1.234 KWD', '500 JPY'])(
  '%s is no amount with a problem',
  (query) => {
    expect(findAmountProblem(query)).toBeUndefined();
  },
);

test('an amount without a currency is read in every currency with so many decimals', () => {
  expect(getAmounts('1250')).toEqual(expect.arrayContaining(['125000 RUB', '1250 JPY', '1250000 KWD']));
  expect(getAmounts('12.50')).toEqual(expect.arrayContaining(['1250 RUB', '12500 KWD']));
  expect(getAmounts('12.50').some((amount) => amount.endsWith('JPY'))).toBe(false);
});

test('a comma before three digits groups them or begins decimals', () => {
  expect(getAmounts('1,250')).toEqual(expect.arrayContaining(['125000 RUB', '1250 KWD', '1250000 KWD', '1250 JPY']));
});

test.each(['0', '-1', '1250 XXZ', '12.50 JPY', '99999999999999999 RUB', 'RUB', '1,2,3', 'RUB 5 RUB'])(
  '%s is no amount',
  (query) => {
    expect(getAmounts(query)).toEqual([]);
  },
);

test.each(['+7 (912) 345-67-89', '8 912 345 67 89', '79123456789', '9123456789'])('%s is one phone number', (query) => {
  expect(getText(query, 'phone')).toBe('9123456789');
});

test('e-mail addresses are compared in lower case', () => {
  expect(getText(' Anna@Example.COM ', 'email')).toBe('anna@example.com');
});

test.each([
  ['4242', null],
  ['*4242', null],
  ['•••• 4242', null],
  ['424242******4242', '424242'],
  ['42424242****4242', '424242'],
])('%s are the last digits of a card', (query, first6) => {
  expect(getTerm(query, 'lastFour')).toEqual({ kind: 'lastFour', text: '4242', first6 });
});

test.each(['4242 1500', '4242 1 500,00', '•• 4242 1 500,00 ₽', '*4242 RUB 1500'])(
  '%s are the last digits of a card with an amount',
  (query) => {
    const both = readSearchTerms(query).flatMap((term) => ('amounts' in term && 'text' in term ? [term] : []));
    expect(both).toMatchObject([{ kind: 'lastFour', text: '4242', first6: null }]);
    expect(both[0]?.amounts).toContainEqual({ minor: 150_000n, currency: 'RUB' });
  },
);

test('a whole card number is recognised with any separators, a reference of digits is not', () => {
  expect(['4242424242424242', '4242 4242 4242 4242', '5555-5555-5555-4444'].map(isWholeCardNumber)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['4242424242424241', '000000777123', '9123456789'].map(isWholeCardNumber)).toEqual([false, false, false]);
});

test.each(['%', '.*', '\\', "'; DROP TABLE payments; --", '((((', '🙂'.repeat(100), 'x'.repeat(256)])(
  'the query %s is read as text',
  (query) => {
    expect(getText(query, 'externalID')).toBe(query);
  },
);
