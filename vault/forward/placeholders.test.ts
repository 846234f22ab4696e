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

test.each<[unknown, string]>([
  ['{', 'the body is not JSON'],
  [`${'['.repeat(40)}${']'.repeat(40)}`, 'has more than 32 levels'],
  [{ card: { number: NUMBER }, [CVV]: 'x' }, 'a name holds a placeholder'],
  [{ card: { number: `${NUMBER} ` } }, 'a placeholder is a part of a value'],
  [{ card: { number: '{{card.c1.secret}}' } }, 'a card has no field secret'],
  [{ card: { cvc: NUMBER } }, 'a member holds a placeholder of number and may not'],
  [{ card: {} }, 'the body has no placeholder of a card'],
  [{ card: { number: NUMBER, cvc: cardPlaceholder('c2', 'cvv') } }, 'the body names several cards'],
])('a refusal of %j names the body and the rule', (body, rule) => {
  expect(() => fill(body)).toThrow(
    expect.objectContaining({ place: 'body.body', message: expect.stringContaining(rule) }),
  );
});

test('a body of another type is refused at the headers', () => {
  const given = { body: '{}', contentType: 'text/plain' };
  expect(() => parseForwardBody(given, MEMBERS)).toThrow(expect.objectContaining({ place: 'body.headers' }));
});

test('a body has up to 32 levels', () => {
  const nested = (levels: number) => `{"card":{"number":"${NUMBER}"},"a":${'['.repeat(levels)}1${']'.repeat(levels)}}`;
  expect(JSON.parse(fill(nested(31)))).toHaveProperty('card.number', CARD.cardNumber);
  expect(() => fill(nested(32))).toThrow('has more than 32 levels');
});

test('members of a body are read as texts, by their own names only', () => {
  const body = { card: { number: NUMBER, holder: 'a', list: ['b'], 'x.y': 'c' }, amount: 5 };
  const ofJson = parseForwardBody(
    { body: JSON.stringify(body), contentType: 'Application/JSON ; charset=utf-8' },
    MEMBERS,
  );
  expect(ofJson.read('card.holder')).toBe('a');
  for (const path of [
    'card',
    'amount',
    'card.list.0',
    'card.list.length',
    'card.holder.length',
    'card.constructor',
    'none.of',
  ])
    expect([path, ofJson.read(path)]).toEqual([path, undefined]);
  const form = new URLSearchParams([
    ['card[number]', NUMBER],
    ['card[holder]', 'a'],
    ['twice', '1'],
    ['twice', '2'],
    ['with.dots', '3'],
  ]);
  const ofForm = parseForwardBody({ body: form.toString(), contentType: 'application/x-www-form-urlencoded' }, MEMBERS);
  expect(['card.holder', 'twice', 'with.dots', 'none'].map((path) => ofForm.read(path))).toEqual([
    'a',
    ...[undefined, undefined, undefined],
  ]);
});

test('a card without a field is refused where the field is required, and the member left out where it is not', () => {
  const withoutCvv = { cardNumber: CARD.cardNumber };
  const parse = (cvc: string) =>
    parseForwardBody(
      { body: JSON.stringify({ card: { number: NUMBER, cvc } }), contentType: 'application/json' },
      MEMBERS,
    );
  expect(() => parse(CVV).fill(withoutCvv)).toThrow(
    expect.objectContaining({ place: 'body.body', message: expect.stringContaining('the card has no cvv') }),
  );
  const optional = CVV.replace('}}', '?}}');
  expect(JSON.parse(parse(optional).fill(withoutCvv))).toEqual({ card: { number: CARD.cardNumber } });
  expect(JSON.parse(parse(optional).fill(CARD))).toEqual({ card: { number: CARD.cardNumber, cvc: '123' } });
});
