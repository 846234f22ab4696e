import { cardPlaceholder } from '../client/vault.types';
import { parseForwardBody } from './placeholders';

const MEMBERS = { 'card.number': 'number', 'card.cvc': 'cvv' } as const;
const CARD = { cardNumber: '4242424242424242', cvv: '123' };
const NUMBER = cardPlaceholder('c1', 'number');
const CVV = cardPlaceholder('c1', 'cvv');

function fill(body: unknown): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return parseForwardBody({ body: text, contentType: 'application/json' }, MEMBERS).fill(CARD);
}

function fillForm(fields: string | [string, string][]): string {
  const contentType = 'application/x-www-form-urlencoded; charset=utf-8';
  return parseForwardBody({ body: new URLSearchParams(fields).toString(), contentType }, MEMBERS).fill(CARD);
}

test('the named members are filled in, and all others are sent as they are', () => {
  const body = {
    card: { number: NUMBER, cvc: CVV, holder: 'a' },
    description: '{{x}} {card.c1.number}',
    list: ['1', 2],
  };
  expect(JSON.parse(fill(body))).toEqual({ ...body, card: { number: CARD.cardNumber, cvc: '123', holder: 'a' } });
  expect(
    fillForm([
      ['card[number]', NUMBER],
      ['card[cvc]', CVV],
      ['a', 'b'],
    ]),
  ).toBe(`card%5Bnumber%5D=${CARD.cardNumber}&card%5Bcvc%5D=123&a=b`);
});

test.each<[string, unknown]>([
  ['description', { card: { number: NUMBER }, description: CVV }],
  ['metadata', { card: { number: NUMBER }, metadata: { a: CVV } }],
  ['a list', { card: { number: NUMBER }, items: [CVV] }],
  ['a list in the place of the member', { card: { number: [NUMBER] } }],
  ['an object in the place of the member', { card: { number: { number: NUMBER } } }],
  ['the same member at the top', { number: NUMBER }],
  ['the same members below another', { metadata: { card: { number: NUMBER } } }],
  ['a list around the members', [{ card: { number: NUMBER } }]],
  ['a name with dots', { 'card.number': NUMBER }],
  ['a name in brackets', { 'card[number]': NUMBER }],
  ['another case', { Card: { Number: NUMBER } }],
  ['a name with a space', { card: { 'number ': NUMBER } }],
  ['the place of the CVV for the number', { card: { cvc: NUMBER } }],
  ['the place of the number for the CVV', { card: { number: CVV } }],
  ['a part of the value', { card: { number: `${NUMBER} ` } }],
  ['two in one value', { card: { number: NUMBER + NUMBER } }],
  ['a part of another value', { card: { number: NUMBER }, description: `see ${CVV}` }],
  ['a name of a member', { card: { number: NUMBER }, [CVV]: 'x' }],
  ['an escaped placeholder', `{"card":{"number":"${NUMBER}"},"description":"\\u007b{card.c1.cvv}}"}`],
  ['an escaped name', `{"card":{"number":"${NUMBER}"},"\\u007b{card.c1.cvv}}":1}`],
  ['the prototype', `{"__proto__":{"card":{"number":"${NUMBER}"}}}`],
  ['an inherited name', { constructor: NUMBER }],
  ['a field that no card has', { card: { number: '{{card.c1.secret}}' } }],
  ['another card', { card: { number: NUMBER, cvc: cardPlaceholder('c2', 'cvv') } }],
  ['no placeholder at all', { card: { number: CARD.cardNumber } }],
  ['a text', '"x"'],
  ['no JSON', '{'],
  ['too many levels', `${'['.repeat(100)}${']'.repeat(100)}`],
])('a placeholder in %s is refused', (_, body) => {
  expect(() => fill(body)).toThrow(expect.objectContaining({ name: 'InvalidRequest' }));
});

test('a repeated member reaches the acquirer once', () => {
  expect(fill(`{"card":{"number":"${CVV}"},"card":{"number":"${NUMBER}"}}`)).toBe(
    JSON.stringify({ card: { number: CARD.cardNumber } }),
  );
});

test.each<[string, [string, string][]]>([
  [
    'another field',
    [
      ['card[number]', NUMBER],
      ['description', CVV],
    ],
  ],
  [
    'metadata',
    [
      ['card[number]', NUMBER],
      ['metadata[a]', CVV],
    ],
  ],
  ['a list', [['card[number][]', NUMBER]]],
  ['a name with dots', [['card.number', NUMBER]]],
  ['the name without brackets', [['cardnumber', NUMBER]]],
  ['another case', [['CARD[NUMBER]', NUMBER]]],
  [
    'a repeated field',
    [
      ['card[number]', NUMBER],
      ['card[number]', NUMBER],
    ],
  ],
  ['a part of a value', [['card[number]', `${NUMBER}1`]]],
  [
    'a name',
    [
      ['card[number]', NUMBER],
      [CVV, 'x'],
    ],
  ],
])('a placeholder in %s of a form is refused', (_, fields) => {
  expect(() => fillForm(fields)).toThrow(expect.objectContaining({ name: 'InvalidRequest' }));
});

test.each(['text/plain', 'application/xml', 'multipart/form-data', '', 'application/json5'])(
  'a body of the type %p is refused',
  (contentType) => {
    const body = JSON.stringify({ card: { number: NUMBER } });
    expect(() => parseForwardBody({ body, contentType }, MEMBERS)).toThrow('the content-type must be');
  },
);
