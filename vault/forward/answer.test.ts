import fc from 'fast-check';
import { CONNECTOR_KINDS } from '../../connectors/kinds';
import type { CardRequestRule } from '../../connectors/card-rules';
import { toCardAnswer } from './answer';

const CARD = { cardNumber: '4242424242424242', cvv: '123' };
const MASK = '****';
const RULE: CardRequestRule['answer'] = { masked: ['shown', 'list.*.text'], plain: ['amount.value', 'id'] };

function answer(body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const given = toCardAnswer({ status: 200, headers, body: text }, RULE, CARD);
  return { ...given, content: given.body === '' ? undefined : (JSON.parse(given.body) as unknown) };
}

test('only the members that a connector needs are returned', () => {
  const body = {
    ...{ id: 'x', description: CARD.cvv, metadata: { 123: '123' }, shown: { deep: [1, 'a'] } },
    ...{ amount: { value: 123, other: 1 }, list: [{ text: 'a', other: 'b' }, { text: 'c' }] },
  };
  const { hasNumber, content } = answer(body);
  expect(hasNumber).toBe(false);
  const list = [{ text: 'a' }, { text: 'c' }];
  expect(content).toEqual({ id: 'x', shown: { deep: [1, 'a'] }, amount: { value: 123 }, list });
});

test('a list of guesses in the request does not tell which of them is the CVV', () => {
  const guesses = Array.from({ length: 1_000 }, (_, index) => String(index).padStart(3, '0'));
  const echoes = { description: guesses.join(' '), metadata: guesses, id: 'x' };
  const other = toCardAnswer({ status: 200, headers: {}, body: JSON.stringify(echoes) }, RULE, { ...CARD, cvv: '999' });
  expect(answer(echoes).body).toBe(other.body);
});

test('a value that is the CVV is masked, as a name too, and an amount is not', () => {
  const { content } = answer({ shown: { cvc: '123', number: 123, 123: 'x', text: 'MTIz' }, amount: { value: 123 } });
  expect(content).toEqual({ shown: { cvc: '***', number: '***', text: '***' }, amount: { value: 123 } });
});

test('a value that has the number is masked, in members that are shown as they are too', () => {
  const { content, hasNumber } = answer({ id: '4242 4242 4242 4242', shown: { a: CARD.cardNumber, b: 'c' } });
  expect([content, hasNumber]).toEqual([{ id: MASK, shown: { a: MASK, b: 'c' } }, true]);
  expect(answer({ shown: { [CARD.cardNumber]: 'x' } })).toMatchObject({ content: { shown: {} }, hasNumber: true });
});

test('a number that is spread over several values empties the answer', () => {
  expect(answer({ shown: ['4242', '4242', '4242', '4242'] })).toMatchObject({ body: '', hasNumber: true });
});

test.each(['', 'not JSON', '"4242"', '4242', '[1]', 'null', `<error>${CARD.cardNumber}</error>`, '﻿{}'])(
  'the body %p, which is no object, is not returned',
  (body) => {
    expect(['', '[]', 'null']).toContain(answer(body).body);
  },
);

test('headers are those that connectors read, without a card', () => {
  const headers = { 'request-id': CARD.cardNumber, 'retry-after': '123', 'content-type': 'x', 'x-card': 'y' };
  expect(answer({}, headers)).toMatchObject({ headers: { 'content-type': 'x' }, hasNumber: true });
});

test('a deep answer is cut off', () => {
  const depth = 100_000;
  expect(answer(`{"shown":${'['.repeat(depth)}${']'.repeat(depth)}}`).content).toHaveProperty('shown');
});

test('no rule of a connector returns a card from any place of an answer', () => {
  const rules = CONNECTOR_KINDS.flatMap(({ cards }) => cards.requests);
  const place = fc.array(fc.constantFrom('id', 'card', 'error', 'amount', 'metadata', 'action', 'x', '0'), {
    minLength: 1,
    maxLength: 4,
  });
  const secret = fc.constantFrom(
    CARD.cardNumber,
    '4242-4242-4242-4242',
    Buffer.from(CARD.cardNumber).toString('base64'),
  );
  fc.assert(
    fc.property(fc.constantFrom(...rules), place, secret, (rule, names, value) => {
      const body = names.reduceRight<unknown>((content, name) => ({ [name]: content, other: 'x' }), value);
      const given = toCardAnswer({ status: 200, headers: {}, body: JSON.stringify(body) }, rule.answer, CARD);
      expect(given.body).not.toContain(value);
    }),
  );
});

test('a header that no connector reads is left out, and tells nothing of the number', () => {
  const headers = { 'request-id': 'r', 'x-card': CARD.cardNumber, 'stripe-should-retry': 'true' };
  expect(answer({}, headers)).toMatchObject({
    headers: { 'request-id': 'r', 'stripe-should-retry': 'true' },
    hasNumber: false,
  });
});

test('a member that is not named is left out, also of a list and of a member of which only a part is named', () => {
  const body = { other: { a: 1 }, amount: 5, list: ['a', { text: 'b' }], shown: null, id: false };
  expect(answer(body).content).toEqual({ list: [null, { text: 'b' }], shown: null, id: false });
});

test('an object below a plain member keeps a member with the name of the CVV, and one below a masked member does not', () => {
  const deep = { 123: 'x', other: 'y' };
  expect(answer({ id: deep, shown: deep }).content).toEqual({ id: deep, shown: { other: 'y' } });
});

test('a number that is written as a number is masked, and a truth value is no CVV', () => {
  const { content, hasNumber } = answer({ id: Number(CARD.cardNumber), shown: [true, null, 'x'] });
  expect([content, hasNumber]).toEqual([{ id: MASK, shown: [true, null, 'x'] }, true]);
});

test('members are kept to a depth of 32', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 'end' : { a: nested(depth - 1) });
  expect(JSON.stringify(answer({ shown: nested(31) }).content)).toContain('end');
  expect(JSON.stringify(answer({ shown: nested(32) }).content)).not.toContain('end');
});
