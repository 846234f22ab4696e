import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { cardPlaceholder, type ForwardRequest } from './client/vault.types';
import { AUTHORIZATION, startAcquirer, type TestAcquirer } from './testing/test-acquirer';
import { startTestVault, type TestVault } from './testing/test-vault';

// What a stolen certificate of the worker allows.

const NUMBER = '5555555555554444';
const CARD = { partyID: 'party', cardNumber: NUMBER, expDate: '07/31', cvv: '737' };
const ADYEN = { connector: 'adyen', fixed: { merchantAccount: 'Shop' } };

let vault: TestVault;
let acquirer: TestAcquirer;

beforeAll(async () => {
  [vault, acquirer] = await Promise.all([startTestVault({ usesPerCard: 5, usesPerCertificate: 120 }), startAcquirer()]);
  await acquirer.register(vault);
  await vault.clients.api.registerAccount('adyen', { ...ADYEN, urls: [acquirer.url], credentials: ['adyen-key'] });
});

beforeEach(() => acquirer.reset());

afterAll(async () => {
  await vault.stop();
  await acquirer.close();
});

const storeCard = async (): Promise<string> => (await vault.clients.api.storeCard(CARD)).cardID;

async function refusal(cardID: string, fields: Partial<ForwardRequest>): Promise<unknown> {
  return vault.clients.worker.forward(acquirer.request(cardID, fields)).then(
    () => 'accepted',
    ({ code }: { code?: string }) => code,
  );
}

async function sql(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: vault.databaseUrl });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

test('a card is sent with the address, the path and the credentials of its account only', async () => {
  const cardID = await storeCard();
  const place = cardPlaceholder(cardID, 'number');
  const json = { 'content-type': 'application/json' };
  const tool = { paymentTool: { cardNumber: place } };
  const cases: [Partial<ForwardRequest>, string][] = [
    [{ account: 'unknown' }, 'accountRefused'],
    [{ account: '__proto__' }, 'accountRefused'],
    [{ url: `${acquirer.url}/other` }, 'accountRefused'],
    [{ url: `${acquirer.url}/operations/` }, 'accountRefused'],
    [{ url: `${acquirer.url}/operations?key=own` }, 'accountRefused'],
    [{ url: `${acquirer.url}/%6fperations` }, 'accountRefused'],
    [{ url: acquirer.url.replace(/\d+$/, '1') }, 'accountRefused'],
    [{ method: 'PUT' }, 'accountRefused'],
    [{ headers: json }, 'accountRefused'],
    [{ headers: { ...json, authorization: 'Bearer own' } }, 'accountRefused'],
    [{ headers: { ...json, authorization: `${AUTHORIZATION} ` } }, 'accountRefused'],
    [{ headers: { ...json, 'x-api-key': AUTHORIZATION } }, 'accountRefused'],
    [{ headers: { ...json, authorization: place } }, 'invalidRequest'],
    [{ headers: { ...json, authorization: AUTHORIZATION, 'x-card': place } }, 'invalidRequest'],
    [{ headers: { ...json, authorization: AUTHORIZATION, host: 'evil.example' } }, 'invalidRequest'],
    [{ headers: { ...json, authorization: AUTHORIZATION, 'x-a': 'b\r\nx-c: d' } }, 'invalidRequest'],
    [{ url: `${acquirer.url}/${place}` }, 'invalidRequest'],
    [{ url: `${acquirer.url}/operations?n=${encodeURIComponent(place)}` }, 'invalidRequest'],
    [{ body: JSON.stringify({ ...tool, description: place }) }, 'invalidRequest'],
    [{ body: JSON.stringify({ ...tool, metadata: { a: cardPlaceholder(cardID, 'cvv') } }) }, 'invalidRequest'],
    [{ partyID: 'other' }, 'cardNotFound'],
    [{ timeoutMs: 0 }, 'invalidRequest'],
  ];
  for (const [fields, code] of cases) expect([fields, await refusal(cardID, fields)]).toEqual([fields, code]);
  expect(acquirer.received).toEqual([]);
});

test('a card is sent for the merchant of its account only, and without headers that its connector does not send', async () => {
  const cardID = await storeCard();
  const send = (merchant: object, headers: object = {}) =>
    refusal(cardID, {
      ...{ account: 'adyen', url: `${acquirer.url}/payments` },
      headers: { 'content-type': 'application/json', 'x-api-key': 'adyen-key', ...headers },
      body: JSON.stringify({ ...merchant, paymentMethod: { number: cardPlaceholder(cardID, 'number') } }),
    });
  for (const merchant of [{}, { merchantAccount: 'Own' }, { merchantAccount: ['Shop'] }, { MerchantAccount: 'Shop' }])
    expect(await send(merchant)).toBe('accountRefused');
  expect(await send({ merchantAccount: 'Shop' }, { authorization: 'Basic own', 'stripe-account': 'own' })).toBe(
    'accepted',
  );
  const [sent] = acquirer.received;
  expect(sent?.headers).toMatchObject({ 'x-api-key': 'adyen-key' });
  for (const name of ['authorization', 'stripe-account']) expect(sent?.headers).not.toHaveProperty(name);
});

test('rotated credentials are used at once, the ones before for an hour, and none of a removed account', async () => {
  const cardID = await storeCard();
  const send = (key: string) =>
    refusal(cardID, {
      account: 'rotated',
      headers: { 'content-type': 'application/json', authorization: key },
    });
  const rotate = (key: string) =>
    vault.clients.api.registerAccount('rotated', { connector: 'sandbox', urls: [acquirer.url], credentials: [key] });
  await rotate('one');
  await rotate('two');
  await rotate('two');
  expect([await send('one'), await send('two')]).toEqual(['accepted', 'accepted']);
  await sql(`UPDATE accounts SET previous_until = now() WHERE id = 'rotated'`);
  await rotate('two');
  expect([await send('one'), await send('two')]).toEqual(['accountRefused', 'accepted']);
  await vault.clients.operator.removeAccount('rotated');
  expect(await send('two')).toBe('accountRefused');
  expect(
    await sql(`SELECT caller, action FROM audit_log WHERE account = 'rotated' AND card_id IS NULL ORDER BY id`),
  ).toEqual([
    { caller: 'api', action: 'registerAccount' },
    { caller: 'api', action: 'registerAccount' },
    { caller: 'operator', action: 'removeAccount' },
  ]);
});

test.each([
  ['identity', (text: string) => Buffer.from(text)],
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('an answer in the encoding %s has no card, also if it comes in parts', async (encoding, compress) => {
  const text = JSON.stringify({
    ...{ status: 'approved', connectorReference: NUMBER, description: NUMBER, padding: 'x'.repeat(200_000) },
    ...{ card: { cvc: '737', number: Buffer.from(NUMBER).toString('base64') }, metadata: { '737': '737' } },
  });
  const headers = { ...(encoding !== 'identity' && { 'content-encoding': encoding }), 'x-card': NUMBER };
  acquirer.respond = () => ({ status: 200, headers, body: compress(text) });
  const { body, headers: returned } = await vault.clients.worker.forward(acquirer.request(await storeCard()));
  expect(JSON.parse(body)).toEqual({
    status: 'approved',
    connectorReference: '****',
    card: { cvc: '***', number: '****' },
  });
  expect(Object.keys(returned)).not.toContain('x-card');
});

test.each(['zstd', 'gzip, br', 'compress', 'aes128gcm'])(
  'an answer in the encoding %s is not read',
  async (encoding) => {
    acquirer.respond = () => ({ status: 200, headers: { 'content-encoding': encoding }, body: NUMBER });
    expect(await refusal(await storeCard(), {})).toBe('noAnswer');
  },
);

test('a compressed answer that grows beyond the limit is not read', async () => {
  const body = gzipSync('0'.repeat(50_000_000));
  acquirer.respond = () => ({ status: 200, headers: { 'content-encoding': 'gzip' }, body });
  expect(await refusal(await storeCard(), {})).toBe('noAnswer');
});

test('a card whose number came back is not sent again, because each answer may be a guess', async () => {
  const [cardID, other] = [await storeCard(), await storeCard()];
  acquirer.respond = () => ({ status: 200, body: JSON.stringify({ connectorReference: NUMBER }) });
  expect([await refusal(cardID, {}), await refusal(cardID, {})]).toEqual(['accepted', 'limited']);
  acquirer.reset();
  expect(await refusal(other, {})).toBe('accepted');
});

/** Repeats what a new minute has interrupted. */
async function withinMinute<Result>(work: () => Promise<Result>): Promise<Result> {
  const minute = (): number => Math.floor(Date.now() / 60_000);
  for (;;) {
    const began = minute();
    const result = await work();
    if (began === minute()) return result;
  }
}

test('a card and a certificate have a limit in a minute, also for 64 callers at once', async () => {
  const cardID = await storeCard();
  const sendAll = (ids: string[]) => Promise.all(ids.map(async (id) => refusal(id, {})));
  const codes = await withinMinute(async () => {
    acquirer.reset();
    return sendAll(Array.from({ length: 64 }, () => cardID));
  });
  expect([codes.filter((code) => code === 'limited').length, acquirer.received.length]).toEqual([59, 5]);
  const cards: string[] = [];
  while (cards.length < 121) cards.push(...(await Promise.all([storeCard(), storeCard(), storeCard(), storeCard()])));
  expect(await withinMinute(async () => sendAll(cards))).toContain('limited');
  const metrics = await vault.readMetrics();
  for (const limit of ['card', 'certificate', 'returnedNumber'])
    expect(metrics).toMatch(new RegExp(`holdfast_vault_limits_reached_total{limit="${limit}"} [1-9]`));
});
