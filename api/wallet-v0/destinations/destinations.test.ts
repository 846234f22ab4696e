import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { readToken } from '../../../security/signed-token';
import { altered } from '../../../tests/harness/altered';
import type { HttpClient } from '../../../tests/harness/http-client';
import {
  aCardToken,
  aDestination,
  anAuthorisedDestination,
  anIdentity,
  aWalletProvider,
  RUB_ACCOUNT,
  startWalletApi,
  WALLET,
  type WalletApi,
} from '../../../tests/harness/factories/wallet';

const CARD = '4242424242424242';

let api: WalletApi;
let integrator: HttpClient;
let identity: string;

beforeAll(async () => {
  api = await startWalletApi();
  integrator = api.integrator;
  identity = await anIdentity(integrator);
});

afterAll(() => api?.stop());

const create = (resource: object, fields: object = {}) =>
  integrator.post(`${WALLET}/destinations`, { name: 'To', identity, currency: 'RUB', resource, ...fields });

const readAuthData = async (text: string) => (await readToken(text, 'card-auth-data', api.signingKeys))?.payload;

/** Tokenises a card for a payment. */
async function tokenised(client: HttpClient, paymentTool: object): Promise<any> {
  const clientInfo = { fingerprint: 'browser-1' };
  const { status, body } = await client.post('/v2/processing/payment-resources', { paymentTool, clientInfo });
  expect(status).toBe(201);
  return body;
}

async function readReference(token: string): Promise<Record<string, string> | undefined> {
  const text = 'SELECT * FROM vault_cards WHERE token = $1';
  const [row] = await api.store.database.run<Record<string, string>>({ name: 'test-vault', text }, [token]);
  return row;
}

describe('a card that was tokenised for a payment', () => {
  const card = {
    paymentToolType: 'CardData',
    cardNumber: CARD,
    expDate: '12/29',
    cvv: '123',
    cardHolder: 'АННА ИВАНОВА',
  };
  const byToken = (token: string) => ({ type: 'BankCardDestinationResource', token });

  test('becomes a destination by its resource token and is kept as long as it', async () => {
    const { resourceToken } = await tokenised(integrator, card);
    expect(resourceToken.length).toBeLessThanOrEqual(1_000);
    const { status, body } = await create(byToken(resourceToken));
    expect(status).toBe(201);
    expect(body.resource).toMatchObject({ bin: '424242', lastDigits: '4242', paymentSystem: 'visa' });
    const { token } = body.resource;
    expect(token).not.toBe(resourceToken);
    expect((await integrator.get(`/payres/v0/bank-cards/${token}`)).status).toBe(200);
    expect(await readReference(token)).toMatchObject({ delete_after: null, deleting_at: null });
    const { partyID } = api.own;
    const cardID = (await readReference(token))?.['card_id'] ?? '';
    const { clients } = await api.vault.open();
    expect(await clients.api.getCard({ cardID, partyID })).toMatchObject({ bin: '424242', expDate: '12/29' });
  });

  test('belongs to its party, and its other tokens create no destination', async () => {
    const theirs = await tokenised(api.stranger.merchant, card);
    const { paymentToolToken, paymentSession, resourceToken } = await tokenised(integrator, card);
    for (const token of [
      theirs.resourceToken,
      altered(resourceToken),
      paymentToolToken.slice(0, 1_000),
      paymentSession,
    ])
      expect(await create(byToken(token))).toMatchObject({ status: 400, body: { errorType: 'InvalidResourceToken' } });
  });

  test('gets a resource token, other tools get none', async () => {
    const terminal = { paymentToolType: 'PaymentTerminalData', provider: 'euroset' };
    expect((await tokenised(integrator, terminal)).resourceToken).toBeUndefined();
  });
});

describe('a card', () => {
  test('becomes a token that shows only its first and last digits', async () => {
    const body = { type: 'BankCard', cardNumber: CARD, expDate: '12/29', cardHolder: 'АННА ИВАНОВА', cvv: '123' };
    const stored = await integrator.post('/payres/v0/bank-cards', body);
    expect(stored.status).toBe(201);
    const { token } = stored.body;
    expect(stored.body).toEqual({ token, bin: '424242', lastDigits: '4242', authData: expect.any(String) });
    expect(stored.body.authData.length).toBeLessThanOrEqual(1_000);
    expect(await readAuthData(stored.body.authData)).toEqual({ token, partyID: api.own.partyID });
    const shown = await integrator.get(`/payres/v0/bank-cards/${token}`);
    expect(shown.body).toEqual({ token, bin: '424242', lastDigits: '4242' });
    expect((await api.stranger.merchant.get(`/payres/v0/bank-cards/${token}`)).status).toBe(404);
  });

  test('is in the vault: the platform has its first and last digits and an end', async () => {
    const row = await readReference(await aCardToken(integrator, CARD));
    expect(Object.values(row ?? {}).join()).not.toContain(CARD);
    expect(Date.parse(row?.['delete_after'] ?? '')).toBeGreaterThan(Date.now() + 89 * 86_400_000);
  });

  test.each([
    ['4242424242424241', 'its check digit is wrong'],
    ['9999999999999995', 'no network has its range'],
  ])('%s is refused with 422: %s', async (cardNumber) => {
    const { status, body } = await integrator.post('/payres/v0/bank-cards', { type: 'BankCard', cardNumber });
    expect([status, body]).toEqual([422, { message: 'the number is not one of a card' }]);
  });
});

describe('a destination of a card', () => {
  test('takes digits and payment system from the vault, not from the request', async () => {
    const token = await aCardToken(integrator, CARD);
    const { status, body } = await create({ type: 'BankCardDestinationResource', token, paymentSystem: 'mine' });
    expect(status).toBe(201);
    expect(body.resource).toEqual({
      type: 'BankCardDestinationResource',
      token,
      bin: '424242',
      lastDigits: '4242',
      paymentSystem: 'visa',
    });
  });

  test('rejects a token that is not of the party’s card', async () => {
    const foreign = await aCardToken(api.stranger.merchant, CARD);
    for (const token of ['nonsense', foreign]) {
      const { status, body } = await create({ type: 'BankCardDestinationResource', token });
      expect([status, body.errorType, body.name]).toEqual([400, 'InvalidResourceToken', 'resource.token']);
    }
  });
});

test.each([
  ['the name', { name: CARD }],
  ['the metadata', { metadata: { note: `card ${CARD}` } }],
  ['the metadata as a number', { metadata: { note: Number(CARD) } }],
  ['an unknown field', { comment: ['4242 4242 4242 4242'] }],
  ['the metadata under the name of a list', { metadata: { id: [CARD] } }],
])('a card number in %s is refused before validation', async (_, change) => {
  const { status, body } = await create(RUB_ACCOUNT, change);
  expect([status, body.errorType]).toEqual([400, 'SchemaViolated']);
  expect(JSON.stringify(body)).not.toContain('4242');
});

const GOOD: [string, object][] = [
  ['BTC', { type: 'CryptoWalletDestinationResource', id: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', currency: 'Bitcoin' }],
  ['wallet', { type: 'DigitalWalletDestinationResource', id: 'wallet-1', provider: 'webmoney', accountName: 'Ivan' }],
  [
    'JPY',
    {
      type: 'BankTransferJPY',
      accountName: 'タロウ',
      accountNumber: '1234567',
      bank: { name: 'Mizuho', branchName: 'Main' },
    },
  ],
  [
    'IND',
    {
      type: 'BankTransferIND',
      accountName: 'Raj',
      accountNumber: '000123',
      bank: { name: 'SBI', branchCode: 'SBIN0001234' },
    },
  ],
  ['ARG', { type: 'BankTransferARG', accountNumberType: 'Alias', accountNumber: 'mi.alias.banco' }],
  ['SEPA', { type: 'BankTransferSEPA', accountName: 'Hans', iban: 'DE89370400440532013000' }],
  ['PIX', { type: 'BankTransferPIX', pixKeyType: 'Email', pixKey: 'ana@example.com' }],
  ['TRY', { type: 'BankTransferTRY', accountName: 'Ali', iban: 'TR330006100519786457841326' }],
  ['PHP', { type: 'BankTransferPHP', accountName: 'Jose', accountNumber: '0012345', bank: { bic: 'BOPIPHMM' } }],
  ['KRW', { type: 'BankTransferKRW', accountName: 'Kim', accountNumber: '11012345678', bankCode: '088' }],
  ['PKR', { type: 'BankTransferPKR', accountName: 'Ali', iban: 'PK36SCBL0000001123456702' }],
  ['NGN', { type: 'BankTransferNGN', accountName: 'Ade', bankCode: '011', accountNumber: '0000014579' }],
  ['UK', { type: 'BankTransferUK', accountName: 'John', sortCode: '200000', accountNumber: '55779911' }],
  ['SWIFT', { type: 'BankTransferSWIFT', accountName: 'Ann', accountNumber: 'ACC1', bank: { bic: 'DEUTDEFF' } }],
  ['RUB', RUB_ACCOUNT],
  ['KZ', { type: 'MobileTransferKZ', phoneNumber: '+77011234567' }],
  ['SBP', { type: 'FastPaymentSystemTransfer', phoneNumber: '+79161234567', bankBik: '044525225' }],
];

test.each(GOOD)('a resource %s is accepted and returned unchanged', async (_, resource) => {
  const { status, body } = await create(resource);
  expect([status, body.resource ?? body]).toEqual([201, resource]);
});

test.each([
  [
    'an IBAN with wrong check digits',
    { type: 'BankTransferSEPA', accountName: 'H', iban: 'DE88370400440532013000' },
    'resource.iban',
  ],
  ['an account with a wrong key', { ...RUB_ACCOUNT, account: '40817810038160925982' }, 'resource.account'],
  [
    'a wrong IFSC',
    { type: 'BankTransferIND', accountName: 'R', accountNumber: '1', bank: { name: 'S', branchCode: 'sbin0001234' } },
    'resource.bank.branchCode',
  ],
  ['an unknown type', { type: 'BankTransferMoon' }, 'resource'],
])('%s is refused', async (_, resource, place) => {
  const { status, body } = await create(resource);
  expect([status, body.errorType]).toEqual([400, 'SchemaViolated']);
  expect(body.name.startsWith(place)).toBe(true);
});

describe('a destination that the provider does not allow gets 422 for', () => {
  test('a resource type', async () => {
    const provider = await aWalletProvider(api.store, 'no-crypto', (test) => ({
      ...test,
      terms: { ...test.terms, resourceTypes: ['BankTransferRUB'] },
    }));
    const [, crypto] = GOOD[0] ?? [];
    const { status, body } = await create(crypto ?? {}, { identity: await anIdentity(integrator, { provider }) });
    expect(status).toBe(422);
    expect(body.message).toBe('resource type is not allowed by the identity’s provider');
  });

  test('a currency and an unknown identity', async () => {
    const { body } = await create(RUB_ACCOUNT, { currency: 'XAU' });
    expect(body.message).toBe('currency is not supported by the identity’s provider');
    expect((await create(RUB_ACCOUNT, { identity: 'unknown' })).body.message).toBe('no such identity');
  });
});

test('personal data are stored encrypted', async () => {
  const customer = { firstName: 'Анна', lastName: 'Секретова', email: 'anna@example.com' };
  const billingAddress = { addressLine1: 'Невский 1', city: 'Санкт-Петербург', countryCode: 'RU' };
  const additionalAuthData = { type: 'SenderReceiverAuthData', senderToken: 'from-secret', receiverToken: 'to-secret' };
  const created = await create(RUB_ACCOUNT, { customer, billingAddress, additionalAuthData });
  expect(created.body).toMatchObject({ customer, billingAddress, additionalAuthData });
  const [row] = await api.store.database.run<Record<string, unknown>>(
    { name: 'test-destination', text: 'SELECT * FROM destinations WHERE id = $1' },
    [created.body.id],
  );
  expect(JSON.stringify(row)).not.toMatch(/Секретова|Невский|secret|40817810938160925982/);
});

test('an external id makes creating destinations idempotent, another resource is a conflict', async () => {
  const fields = { externalID: 'same' };
  const first = await create(RUB_ACCOUNT, fields);
  const again = await create(RUB_ACCOUNT, fields);
  expect(again.body).toEqual(first.body);
  for (const wrong of [{ accountName: 'Другой' }, { bankBik: '000000000' }]) {
    const other = await create({ ...RUB_ACCOUNT, ...wrong }, fields);
    expect([wrong, other.status, other.body.id]).toEqual([wrong, 409, first.body.id]);
  }
});

test('an undeclared field of a resource is neither stored nor compared', async () => {
  const fields = { externalID: 'undeclared' };
  const first = await create({ ...RUB_ACCOUNT, comment: 'mine' }, fields);
  expect([first.status, first.body.resource]).toEqual([201, RUB_ACCOUNT]);
  expect((await create(RUB_ACCOUNT, fields)).body).toEqual(first.body);
});

test('a card in the form of the response is the same destination', async () => {
  const token = await aCardToken(integrator, CARD);
  const fields = { externalID: 'card' };
  const first = await create({ type: 'BankCardDestinationResource', token }, fields);
  expect(first.body.resource).toMatchObject({ lastDigits: expect.any(String) });
  const again = await create(first.body.resource, fields);
  expect([again.status, again.body]).toEqual([201, first.body]);
});

test('the default provider authorises a destination until the shown date', async () => {
  const id = await anAuthorisedDestination(api.store, integrator, { identity });
  const { body } = await integrator.get(`${WALLET}/destinations/${id}`);
  const daysLeft = (Date.parse(body.validUntil) - Date.now()) / 86_400_000;
  expect([body.status, Math.round(daysLeft)]).toEqual(['Authorized', 365]);
});

test('a grant needs an own destination and a future expiry', async () => {
  const id = await aDestination(integrator, { identity });
  const path = `${WALLET}/destinations/${id}/grants`;
  const tomorrow = rfc3339Text(new Date(Date.now() + 86_400_000));
  const granted = await integrator.post(path, { validUntil: tomorrow });
  expect([granted.status, granted.body.validUntil]).toEqual([201, tomorrow]);
  expect((await integrator.post(path, { validUntil: '2020-01-01T00:00:00Z' })).status).toBe(422);
  const noDay = await integrator.post(path, { validUntil: '2126-02-31T00:00:00Z' });
  expect(noDay).toMatchObject({ status: 400, body: { errorType: 'SchemaViolated', name: 'validUntil' } });
  expect((await api.stranger.merchant.post(path, { validUntil: tomorrow })).status).toBe(404);
});
