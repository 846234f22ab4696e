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
  expect(answer(body)).toMatchObject({
    hasNumber: false,
    content: { id: 'x', shown: { deep: [1, 'a'] }, amount: { value: 123 }, list: [{ text: 'a' }, { text: 'c' }] },
  });
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
