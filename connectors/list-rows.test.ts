import { z } from 'zod';
import type { ListedOperation } from '../domain/operators/reconciliation/operation';
import { listedAmount, listedCurrency, listedMoment, listedName } from './list-fields';
import { readRows, type RawRow } from './list-rows';

const CARD = '4242 4242 4242 4242';
const NAME = 'payment/i.1/capture';
const AT = '2026-05-01T10:30:00Z';

const schema = z.object({
  operationID: listedName,
  amount: listedAmount,
  currency: listedCurrency,
  at: listedMoment,
});
const getOperations = ({ operationID, amount, currency, at }: z.output<typeof schema>): ListedOperation[] => [
  { operationID, kind: 'capture', state: 'done', amountMinor: BigInt(amount), currency, effectCount: 1, at },
];
const read = (...rows: RawRow[]) =>
  readRows(rows, {
    schema,
    getOperations,
    getHints: ({ operationID, kind, id }) => ({ operationID, kind, connectorReference: id }),
  });

const good = { operationID: NAME, amount: 100, currency: 'RUB', at: AT };

test.each([
  ['an amount as text', { amount: CARD }, 'amount: '],
  ['a negative amount', { amount: -1 }, 'amount: is not an amount'],
  ['a fraction of the minor unit', { amount: 0.5 }, 'amount: is not an amount'],
  ['an unsafe integer', { amount: 2 ** 53 }, 'amount: is not an amount'],
  ['an unknown currency', { currency: 'ZZZ' }, 'currency: is not a currency'],
  ['an id with a control character', { operationID: 'a\u0000' }, 'operationID: is not an id'],
  ['a lone surrogate', { operationID: '\ud800' }, 'operationID: is not an id'],
  ['a missing id', { operationID: undefined }, 'operationID: '],
  ['an impossible date', { at: '2026-02-30T00:00:00Z' }, 'at: is not an RFC 3339 time'],
  ['a year out of range', { at: '0000-01-01T00:00:00Z' }, 'at: is not an RFC 3339 time'],
])('%s makes its row unreadable with a place and no value', (_, wrong, reason) => {
  const { operations, unreadable } = read({ value: good }, { value: { ...good, ...wrong } }, { value: good });
  expect(operations).toHaveLength(2);
  expect(unreadable).toHaveLength(1);
  expect(unreadable[0]?.reason).toContain(reason);
  expect(JSON.stringify(unreadable)).not.toContain('4242');
});

test('an unreadable row keeps our operation id, even if it is not JSON', () => {
  const hints = { kind: 'capture', id: 'ref_1' };
  const { unreadable } = read(
    { value: { ...good, ...hints, amount: null } },
    { text: `{"operationID":"${NAME}","kind":"capture","id":"ref_1","amount":12.}` },
  );
  const expected = { name: NAME, kind: 'capture', connectorReference: 'ref_1' };
  expect(unreadable).toMatchObject([expected, { ...expected, reason: 'it is not JSON' }]);
});

test('other unreadable rows have a stable id without card numbers', () => {
  const formatName = (row: RawRow) => read(row).unreadable[0]?.name;
  const of = (card: string) => ({ value: { note: card, operationID: card, id: card, kind: card } });
  expect(formatName(of(CARD))).toMatch(/^unreadable\/[0-9a-f]{24}$/);
  expect(formatName(of(CARD))).toBe(formatName(of('4000 0000 0000 0002')));
  expect(formatName({ value: { note: 'a' } })).not.toBe(formatName({ value: { note: 'b' } }));
  expect(formatName({ value: undefined })).toBeDefined();
  expect(read(of(CARD)).unreadable).toEqual([{ name: formatName(of(CARD)), reason: expect.any(String) }]);
});

test('an operation id with a card number is not repeated', () => {
  const { unreadable } = read({ value: { ...good, operationID: 'payment/4242424242424242.1/capture', amount: null } });
  expect(unreadable[0]?.name).toMatch(/^unreadable\//);
});
