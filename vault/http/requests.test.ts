import { InvalidRequest } from './invalid-request';
import {
  readCardReference,
  readCardReferences,
  readForwardRequest,
  readKeepRequest,
  readRegistration,
  readRotateRequest,
  readStoreRequest,
  readUnlockRequest,
} from './requests';

/** The place of the refusal; undefined if the body is accepted. */
function refusalOf(read: (body: unknown) => unknown, body: unknown): string | undefined {
  try {
    read(body);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidRequest);
    expect(error).toMatchObject({ name: 'InvalidRequest', message: expect.stringMatching(/./) });
    return (error as InvalidRequest).place;
  }
}

const text = (length: number): string => 'x'.repeat(length);
const PLACEHOLDER = '{{card.c0123456789abcdef01234567.number}}';

const CARD = { partyID: 'party', cardNumber: '4242424242424242' };
const FORWARD = {
  ...{ partyID: 'party', operationID: 'op', account: 'shop', method: 'POST', url: 'https://acquirer.example/' },
  ...{ headers: { 'content-type': 'application/json' }, body: '{}', timeoutMs: 1_000 },
};
const REGISTRATION = {
  ...{ connector: 'sandbox', urls: ['https://acquirer.example'], credentials: ['0'.repeat(64)], fixed: {} },
};

test('a card is read as it is given', () => {
  const full = { ...CARD, cardID: `c${text(24)}`, expDate: '12/31', cardHolder: 'A', cvv: '1234' };
  expect(readStoreRequest(full)).toEqual(full);
  expect(readStoreRequest(CARD)).toEqual(CARD);
});

test.each([
  ['cardNumber', ['1'.repeat(12), '1'.repeat(19)], ['1'.repeat(11), '1'.repeat(20), '4242 4242 4242 4242', 4242]],
  ['expDate', ['01/30', '10/30', '12/99'], ['00/30', '13/30', '1/30', '01/2030', ' 01/30', '01/30\n']],
  ['cvv', ['000', '1234'], ['12', '12345', 'abc', '']],
  ['cardHolder', ['A', text(100)], ['', text(101)]],
  ['partyID', ['p', text(100)], ['', text(101), undefined]],
  ['cardID', [`c${text(24)}`, `c${text(63)}`], [`c${text(23)}`, `c${text(64)}`, `d${text(24)}`, `c${'X'.repeat(24)}`]],
  ['deleteAfter', ['2026-11-28T00:00:00Z', '2026-11-28T00:00:00+03:00'], ['2026-11-28', '2026-11-28T00:00:00', '']],
] as const)('the member %s of a card has its limits', (name, accepted, refused) => {
  for (const value of accepted) expect(refusalOf(readStoreRequest, { ...CARD, [name]: value })).toBeUndefined();
  for (const value of refused) expect(refusalOf(readStoreRequest, { ...CARD, [name]: value })).toBe(`body.${name}`);
});

test.each([
  ['timeoutMs', [1, 120_000], [0, 120_001, 1.5, '1']],
  ['body', ['', text(262_144)], [text(262_145), {}]],
  ['method', ['POST', 'PUT', 'PATCH'], ['GET', 'DELETE', 'post']],
  ['operationID', ['o', text(200)], ['', text(201)]],
  ['account', ['a', text(200)], ['', text(201)]],
  [
    'url',
    ['http://a', `https://a/${text(1_990)}`],
    [`https://a/${text(1_991)}`, 'ftp://a', 'a', `https://a/${PLACEHOLDER}`],
  ],
] as const)('the member %s of a forwarded request has its limits', (name, accepted, refused) => {
  for (const value of accepted) expect(refusalOf(readForwardRequest, { ...FORWARD, [name]: value })).toBeUndefined();
  for (const value of refused)
    expect(refusalOf(readForwardRequest, { ...FORWARD, [name]: value })).toBe(`body.${name}`);
});

test('a forwarded request has up to 50 headers of printable text without a card', () => {
  const refusal = (headers: object) => refusalOf(readForwardRequest, { ...FORWARD, headers });
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, 'a']));
  for (const accepted of [{}, many(50), { a: '' }, { a: text(8_000) }, { 'x-!#$%&': '\t ~' }])
    expect(refusal(accepted)).toBeUndefined();
  expect(refusal(many(51))).toBe('body.headers');
  for (const value of [text(8_001), 'a\r\nb: c', 'ж', '\x7f', PLACEHOLDER])
    expect(refusal({ a: value })).toBe('body.headers.a');
  for (const name of ['', 'A', 'a b', 'a:', text(101)]) expect(refusal({ [name]: 'a' })).toBe(`body.headers.${name}`);
});

test.each([
  ...['host', 'content-length', 'transfer-encoding', 'connection', 'keep-alive', 'upgrade', 'expect', 'te', 'trailer'],
  'accept-encoding',
])('the header %s, which the vault sets itself, is refused', (name) => {
  expect(refusalOf(readForwardRequest, { ...FORWARD, headers: { [name]: 'a' } })).toBe('body.headers');
});

test.each([
  ['connector', ['a', text(40)], ['', text(41)], ''],
  ['urls', [['http://a'], Array(4).fill('https://a')], [[], Array(5).fill('https://a')], ''],
  ['urls', [[`https://a/${text(490)}`]], [[`https://a/${text(491)}`], ['ftp://a']], '.0'],
  ['credentials', [Array(4).fill('f'.repeat(64))], [[], Array(5).fill('f'.repeat(64))], ''],
  ['credentials', [['0123456789abcdef'.repeat(4)]], [['f'.repeat(63)], ['F'.repeat(64)], ['key']], '.0'],
] as const)('the member %s of an account has its limits', (name, accepted, refused, place) => {
  for (const value of accepted) expect(refusalOf(readRegistration, { ...REGISTRATION, [name]: value })).toBeUndefined();
  for (const value of refused)
    expect(refusalOf(readRegistration, { ...REGISTRATION, [name]: value })).toBe(`body.${name}${place}`);
});

test('a fixed member of an account has a name and a value', () => {
  const refusal = (fixed: object) => refusalOf(readRegistration, { ...REGISTRATION, fixed });
  expect(refusal({ [text(200)]: text(1_000) })).toBeUndefined();
  expect([refusal({ a: '' }), refusal({ a: text(1_001) })]).toEqual(['body.fixed.a', 'body.fixed.a']);
  expect([refusal({ '': 'a' }), refusal({ [text(201)]: 'a' })]).toEqual(['body.fixed.', `body.fixed.${text(201)}`]);
});

test('a rotation has a batch of 1,000 keys unless another size of up to 10,000 is given', () => {
  expect([readRotateRequest(undefined), readRotateRequest({})]).toEqual([{ batchSize: 1_000 }, { batchSize: 1_000 }]);
  expect([1, 10_000].map((batchSize) => readRotateRequest({ batchSize }).batchSize)).toEqual([1, 10_000]);
  for (const batchSize of [0, 10_001, 1.5]) expect(refusalOf(readRotateRequest, { batchSize })).toBe('body.batchSize');
});

test('CVVs of one to a thousand cards are deleted at once', () => {
  const cards = (count: number) => ({ cards: Array.from({ length: count }, () => ({ cardID: 'c', partyID: 'p' })) });
  expect([1, 1_000].map((count) => readCardReferences(cards(count)).length)).toEqual([1, 1_000]);
  for (const count of [0, 1_001]) expect(refusalOf(readCardReferences, cards(count))).toBe('body.cards');
  expect(refusalOf(readCardReferences, { cards: [{ cardID: 'c' }] })).toBe('body.cards.0.partyID');
});

test('a share has up to 200 characters', () => {
  expect(readUnlockRequest({ share: text(200) })).toEqual({ share: text(200) });
  for (const share of ['', text(201), undefined]) expect(refusalOf(readUnlockRequest, { share })).toBe('body.share');
});

test('a card is kept until a moment or without an end', () => {
  const card = { cardID: 'c', partyID: 'p' };
  for (const body of [card, { ...card, until: '2026-11-28T00:00:00Z' }]) expect(readKeepRequest(body)).toEqual(body);
  expect(refusalOf(readKeepRequest, { ...card, until: 'tomorrow' })).toBe('body.until');
});

test('a member that no request has is refused, and so is a body that is no object', () => {
  type Reader = (body: unknown) => unknown;
  const readers = new Map<Reader, object>([
    [readStoreRequest, CARD],
    [readForwardRequest, FORWARD],
    [readRegistration, REGISTRATION],
    [readKeepRequest, { cardID: 'c', partyID: 'p' }],
    [readUnlockRequest, { share: 's' }],
    [readRotateRequest, {}],
  ]);
  for (const [read, body] of readers) {
    expect(refusalOf(read, body)).toBeUndefined();
    for (const wrong of [{ ...body, other: 'x' }, [], 'x', null]) {
      const isDefault = wrong === null && read === readRotateRequest;
      expect(refusalOf(read, wrong)).toBe(isDefault ? undefined : 'body');
    }
  }
});

test('the card of a path needs its party in the query', () => {
  expect(readCardReference({ id: 'c1', query: 'partyID=a%20b' })).toEqual({ cardID: 'c1', partyID: 'a b' });
  for (const query of ['', 'partyID=', 'party=a']) {
    expect(() => readCardReference({ id: 'c1', query })).toThrow('the party must be given');
    expect(refusalOf(() => readCardReference({ id: 'c1', query }), {})).toBe('query.partyID');
  }
});
