import { recordAuthorisation } from '../../../store/payments/payment/payment.transitions';
import { anOperator } from '../../../tests/harness/factories/operator';
import { HOLD, anInvoice, pay } from '../../../tests/harness/factories/payment';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { makeManyPayments } from '../../../tests/harness/factories/many-payments';
import { commandLine, readStdout } from '../../../tests/harness/command-line';
import { httpClient, type HttpClient } from '../../../tests/harness/http-client';

/* The card vault and the payer's form are those of the API; the connector's answer is recorded as a worker records it. */

const BASE = '/operators/v1';
const RRN = 'RRN234567ABC';
const REFERENCE = 'SBX-reference-1';

const runCommand = commandLine();

let api: TestApi;
let key: string;
let support: HttpClient;
let viewer: HttpClient;
let own: { invoiceID: string; paymentID: string };
let foreign: { invoiceID: string; paymentID: string };

beforeAll(async () => {
  api = await startApi();
  const { database } = api.store;
  const client = async (name: string, roles: Parameters<typeof anOperator>[1]['roles']): Promise<HttpClient> =>
    httpClient({ baseUrl: api.url, token: (await anOperator(database, { name, roles })).secret });
  support = await client('support', ['support']);
  viewer = await client('viewer', ['viewer', 'configuration', 'administrator']);
  key = (await anOperator(database, { name: 'shell', roles: ['support', 'administrator'] })).secret;
  own = await aPayment(api.own);
  foreign = await aPayment(api.foreign);
  const approval = { connectorReference: REFERENCE, rrn: RRN, approvalCode: 'A1B2C3' };
  await recordAuthorisation(api.store, own, approval);
  await database.search(
    `UPDATE payments SET payer = jsonb_set(payer, '{contactInfo}', '{"email": "Maria@Example.com", "phoneNumber": "+7 (912) 345-67-89"}')
     WHERE invoice_id = $1`,
    [own.invoiceID],
  );
});

afterAll(async () => api?.stop());

async function aPayment({ merchant, shopID }: TestApi['own']) {
  const invoice = await anInvoice(merchant, shopID);
  const paymentID = await pay(merchant.as(invoice.token), invoice.id, { card: '4242424242424242', flow: HOLD });
  return { invoiceID: invoice.id, paymentID };
}

async function search(client: HttpClient, q: string, more: { limit?: number; continuationToken?: string } = {}) {
  return client.post<any>(`${BASE}/search`, { q, ...more });
}

async function found(q: string, matched: string): Promise<string[]> {
  const { status, body } = await search(support, q, { limit: 100 });
  expect([q, status]).toEqual([q, 200]);
  return (body.results as any[])
    .filter((each) => each.matched.includes(matched))
    .map(({ type, id }) => `${type} ${id}`);
}

const name = (ref: { invoiceID: string; paymentID: string }): string => `payment ${ref.invoiceID}.${ref.paymentID}`;

test('a payment is found by everything that is known of it', async () => {
  const byReference: [string, string][] = [
    ['maria@EXAMPLE.com', 'email'],
    ['8 912 345-67-89', 'phone'],
    [RRN, 'rrn'],
    ['A1B2C3', 'approvalCode'],
    [REFERENCE, 'connectorReference'],
    [`${own.invoiceID}.${own.paymentID}`, 'id'],
  ];
  for (const [q, matched] of byReference) expect([q, await found(q, matched)]).toEqual([q, [name(own)]]);
  expect(await found('4242', 'lastFour')).toEqual([name(foreign), name(own)]);
  expect(await found('424242******4242', 'lastFour')).toEqual([name(foreign), name(own)]);
  expect(await found(own.invoiceID, 'id')).toEqual([name(own), `invoice ${own.invoiceID}`]);
});

test('an amount finds invoices and payments of all parties, with and without its currency', async () => {
  const [row] = await api.store.database.search<{ amount: bigint }>('SELECT amount FROM payments LIMIT 1', []);
  const text = (Number(row?.amount) / 100).toFixed(2);
  for (const q of [text, `${text.replace('.', ',')} ₽`, `RUB ${text}`]) {
    expect(await found(q, 'amount')).toEqual(expect.arrayContaining([name(own), name(foreign)]));
  }
  expect(await found(`${text} USD`, 'amount')).toEqual([]);
  for (const q of [`4242 ${text}`, `424242******4242 ${text.replace('.', ',')} ₽`])
    for (const matched of ['lastFour', 'amount']) expect(await found(q, matched)).toEqual([name(foreign), name(own)]);
  for (const q of [`4242 1${text}`, `4243 ${text}`, `400000******4242 ${text}`])
    expect(await found(q, 'lastFour')).toEqual([]);
});

test('parties, shops and entities with an external id are found', async () => {
  expect(await found(api.own.partyID, 'id')).toEqual([`party ${api.own.partyID}`]);
  expect(await found(api.foreign.shopID, 'id')).toEqual([`shop ${api.foreign.shopID}`]);
  await api.store.database.search(`UPDATE invoices SET external_id = 'order % 1' WHERE id = $1`, [foreign.invoiceID]);
  expect(await found('order % 1', 'externalID')).toEqual([`invoice ${foreign.invoiceID}`]);
});

test('contacts are masked unless the role deals with payers', async () => {
  const read = async (client: HttpClient) => (await search(client, 'maria@example.com')).body.results[0];
  expect(await read(support)).toMatchObject({ email: 'Maria@Example.com', phone: '+7 (912) 345-67-89' });
  expect(await read(viewer)).toMatchObject({ email: 'M***@Example.com', phone: '***6789', card: '424242******4242' });
});

test('each search leaves an audit entry without what was searched for', async () => {
  await search(viewer, 'maria@example.com');
  const { body } = await viewer.get<any>(`${BASE}/audit?subjectType=search&limit=1`);
  expect(body.actions).toEqual([
    expect.objectContaining({
      operation: 'searchEverywhere',
      after: { by: expect.arrayContaining(['email m***@example.com']), found: 1 },
    }),
  ]);
  const [row] = await api.store.database.search<{ text: string }>(
    `SELECT string_agg(to_jsonb(a)::text, ' ') AS text FROM audit_log a`,
    [],
  );
  expect(row?.text).toContain('searchEverywhere');
  expect(row?.text).not.toMatch(/maria@example|345-67-89|9123456789/i);
});

test('pages of a search repeat and skip nothing', async () => {
  const { partyID, shopID } = api.own;
  await makeManyPayments(api.store.database, { partyID, shopID, count: 200, since: new Date('2025-01-01T00:00:00Z') });
  const [{ email } = { email: '' }] = await api.store.database.search<{ email: string }>(
    `SELECT payer_email AS email FROM payments WHERE payer_email LIKE 'payer%' GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
    [],
  );
  const whole = (await search(support, email, { limit: 100 })).body.results as any[];
  expect(whole.length).toBeGreaterThan(10);
  const paged: any[] = [];
  for (let page: { continuationToken?: string } = {}; ;) {
    const { status, body } = await search(support, email, { limit: 3, ...page });
    expect(status).toBe(200);
    paged.push(...body.results);
    if (body.continuationToken === undefined) break;
    page = { continuationToken: body.continuationToken };
  }
  expect(paged).toEqual(whole);
  const { body } = await search(support, email, { limit: 3 });
  const { continuationToken } = body;
  expect(await search(support, 'other@example.com', { continuationToken })).toMatchObject({
    status: 400,
    body: { code: 'badToken' },
  });
});

test.each([
  ['nothing', ''],
  ['spaces', '   '],
  ['10 KB', 'x'.repeat(10_240)],
  ['a card number', '4242 4242 4242 4242'],
  ['decimals that the currency does not have', '1500.50 JPY'],
  ['a negative amount', '-5 RUB'],
])('a query of %s is refused with its place', async (_, q) => {
  const { status, body } = await search(support, q);
  expect([status, body.code]).toEqual([400, 'invalidRequest']);
  expect(body.message).toMatch(/\bq\b/);
  expect(body.message).not.toContain('4242 4242');
});

test.each(['%', '%%%%', '_', '.*', '^(a+)+$', '\\', "' OR 1=1 --", '"', '\u202e', '🙂', '1e999', '-0', '....', '/'])(
  'the characters %s have no meaning of their own',
  async (q) => {
    expect(await search(support, q)).toMatchObject({ status: 200, body: { results: [] } });
  },
);

test('a NUL character is refused', async () => {
  expect(await search(support, 'a\0b')).toMatchObject({ status: 400 });
});

test('64 searches at once are answered or refused, and an operator beyond the rate waits', async () => {
  const { secret } = await anOperator(api.store.database, { name: 'hasty', roles: ['viewer'] });
  const ask = async () =>
    fetch(`${api.url}${BASE}/search`, {
      method: 'POST',
      body: JSON.stringify({ q: '4242' }),
      headers: { Authorization: `Bearer ${secret}`, 'X-Request-ID': 'many', 'Content-Type': 'application/json' },
    });
  const statuses = new Set((await Promise.all(Array.from({ length: 64 }, ask))).map(({ status }) => status));
  expect([...statuses].sort()).toEqual([200, 429]);
  let last = await ask();
  for (let count = 0; count < 70 && last.status === 200; count++) last = await ask();
  expect(last.status).toBe(429);
  expect(Number(last.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(await last.json()).toMatchObject({ code: 'tooManyRequests' });
  expect((await search(viewer, 'other')).status).toBe(200);
});

test('the command line searches, counts what waits and shows statistics over HTTP', async () => {
  const run = async (...words: string[]) => runCommand(words, { HOLDFAST_URL: api.url, HOLDFAST_OPERATOR_KEY: key });
  const lines = async (...words: string[]) =>
    (await readStdout(run(...words)))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  expect(await lines('search', RRN)).toMatchObject([{ type: 'payment', id: `${own.invoiceID}.${own.paymentID}` }]);
  const [first, ...rest] = await lines('search', '4242', '--limit', '1');
  expect(rest).toEqual([{ continuationToken: expect.any(String) }]);
  const [second] = await lines('search', '4242', '--limit', '1', '--after', rest[0].continuationToken);
  expect(second.id).not.toBe(first.id);
  expect(await lines('queue')).toContainEqual(expect.objectContaining({ kind: 'payouts', count: 0 }));
  expect(await lines('statistics', '--by', 'reason')).toMatchObject([{ total: { attempts: 0 } }]);
  expect(await lines('statistics', 'rebuild', '--since', '2026-11-25T00:00:00Z')).toEqual([{}]);
  expect((await run('queue', 'colours')).stderr).toMatch(/colours is not one of approvals, reviews, chargebacks/);
  expect((await runCommand(['search', RRN], { HOLDFAST_URL: '' })).stderr).toMatch(/which platform\?/);
});
