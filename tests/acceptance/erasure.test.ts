import { Client } from 'pg';
import { verifyAudit } from '../../store/platform/audit/verify';
import { Database } from '../../store/postgres/database';
import { untilAnswered } from '../harness/answered';
import { anOperator } from '../harness/factories/operator';
import { anInvoice, CARDS, HOLD, INSTANT, ledgerFaults, subscribe, untilPayment } from '../harness/factories/payment';
import { aCardToken, aDestination, anIdentity, RUB_ACCOUNT, WALLET } from '../harness/factories/wallet';
import { httpClient, type HttpClient } from '../harness/http-client';
import { startPlatform, type Platform } from '../harness/platform';

/* A person's data is found, shown, and erased from every table; amounts, ledger and audit chain stay. */

let platform: Platform;
let merchant: HttpClient;
let administrator: HttpClient;
let confirmer: HttpClient;
let database: Database;

beforeAll(async () => {
  platform = await startPlatform();
  merchant = httpClient({ baseUrl: platform.apiUrl, token: platform.demo.apiKey });
  database = new Database({ url: platform.databaseUrl, poolSize: 2 });
  const aClient = async (name: string): Promise<HttpClient> => {
    const { secret } = await anOperator(database, { name, roles: ['administrator'] });
    return httpClient({ baseUrl: platform.apiUrl, token: secret });
  };
  [administrator, confirmer] = [await aClient('ada'), await aClient('vera')];
});

afterAll(async () => {
  await database?.close();
  await platform?.stop();
});

/** Names the tables that contain a text anywhere. */
async function findDeletion(token: string): Promise<object | undefined> {
  const client = new Client({ connectionString: platform.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<object>(
      `SELECT deleting_at IS NOT NULL AS "isUnusable", delete_after < now() + interval '25 hours' AS "isDueInADay"
       FROM vault_cards WHERE token = $1`,
      [token],
    );
    return rows[0];
  } finally {
    await client.end();
  }
}

async function findTables(text: string): Promise<string[]> {
  const client = new Client({ connectionString: platform.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ table: string }>(
      `SELECT tablename AS table FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
    );
    const found: string[] = [];
    for (const { table } of rows) {
      const query = `SELECT 1 FROM "${table}" t WHERE position(lower($1) in lower(t::text)) > 0 LIMIT 1`;
      if ((await client.query(query, [text])).rowCount) found.push(table);
    }
    return found;
  } finally {
    await client.end();
  }
}

async function requestErasure(selector: object): Promise<{ id: string; found: { kind: string; count: number }[] }> {
  const { status, body } = await administrator.post('/operators/v1/erasures', { ...selector, reason: 'request № 7' });
  expect(status).toBe(201);
  return untilState(body.id, 'found');
}

async function untilState(id: string, state: string): Promise<any> {
  const { body } = await untilAnswered(
    () => administrator.get(`/operators/v1/erasures/${id}`),
    (answer) => answer.body.state === state,
  );
  expect(body).toMatchObject({ state });
  return body;
}

async function aPayment(contactInfo: object, flow: object = INSTANT, metadata: object = { order: 1 }) {
  const { id: invoiceID, token } = await anInvoice(merchant, platform.demo.shopID, { body: { metadata } });
  const payerFields = { fields: { metadata } };
  const paymentID = await payAs({ token, invoiceID, contactInfo, flow, ...payerFields });
  await untilPayment(merchant, { invoiceID, paymentID }, flow === INSTANT ? 'captured' : 'processed');
  return { invoiceID, paymentID };
}

async function payAs(given: {
  token: string;
  invoiceID: string;
  contactInfo: object;
  flow: object;
  fields: object;
}): Promise<string> {
  const payer = merchant.as(given.token);
  const { body: resource } = await payer.post('/v2/processing/payment-resources', {
    paymentTool: { paymentToolType: 'CardData', cardNumber: CARDS.good, expDate: '12/29', cvv: '123' },
    clientInfo: { fingerprint: 'device-of-the-person' },
  });
  const { paymentToolToken, paymentSession } = resource;
  const { status, body } = await payer.post(`/v2/processing/invoices/${given.invoiceID}/payments`, {
    flow: given.flow,
    payer: { payerType: 'PaymentResourcePayer', paymentToolToken, paymentSession, contactInfo: given.contactInfo },
    ...given.fields,
  });
  expect(status).toBe(201);
  return body.id;
}

test('a confirmed erasure leaves the person nowhere, and keeps amounts, ledger and audit chain', async () => {
  const { shopID } = platform.demo;
  await subscribe(merchant, { shopID, url: 'http://127.0.0.1:9/' });
  const email = 'Maria.Petrova@shop.example';
  const phone = '+79161234567';
  const { body: created } = await merchant.post('/v2/processing/customers', {
    shopID,
    contactInfo: { email, phoneNumber: phone },
    metadata: { name: 'Maria Petrova' },
  });
  const { customer } = created;
  const own = await aPayment({ email: email.toLowerCase() });
  const byPhone = await aPayment({ phoneNumber: phone });
  const byMetadata = await aPayment({ email: 'else@shop.example' }, INSTANT, { Email: email });
  const other = await aPayment({ email: 'anna@shop.example' });
  const identity = await anIdentity(merchant, {
    name: 'Maria Petrova',
    metadata: { phone: '8 (916) 123-45-67', email },
  });
  const cardToken = await aCardToken(merchant, CARDS.good);
  const card = { type: 'BankCardDestinationResource', token: cardToken };
  const destinations = [
    await aDestination(merchant, { identity, resource: card }),
    await aDestination(merchant, { identity, resource: { ...RUB_ACCOUNT, accountName: 'Maria Petrova' } }),
  ];

  const { id, found } = await requestErasure({ customerID: customer.id });
  expect(Object.fromEntries(found.map(({ kind, count }) => [kind, count]))).toEqual({
    customer: 1,
    payment: 3,
    invoice: 3,
    identity: 1,
    destination: 2,
  });
  expect(await findTables(email)).toContain('webhook_events');
  const { body: rows } = await administrator.get(`/operators/v1/erasures/${id}/rows?limit=3`);
  expect(rows.rows).toHaveLength(3);
  expect(rows.continuationToken).toBeDefined();

  expect((await administrator.post(`/operators/v1/erasures/${id}/confirm`)).body.code).toBe('operationNotPermitted');
  expect((await confirmer.post(`/operators/v1/erasures/${id}/confirm`)).body.isChanged).toBe(true);
  await untilState(id, 'erased');
  for (const text of [email, phone, 'Maria']) {
    expect([text, await findTables(text)]).toEqual([text, []]);
  }
  // The vault keeps a card that was in use for a day, so that a stolen certificate empties nothing at once; it cannot be used until then.
  expect(await findTables(cardToken)).toEqual(['vault_cards']);
  expect(await findDeletion(cardToken)).toEqual({ isUnusable: true, isDueInADay: true });
  for (const { invoiceID, paymentID } of [own, byPhone, byMetadata]) {
    const { body } = await merchant.get(`/v2/processing/invoices/${invoiceID}/payments/${paymentID}`);
    expect(body).toMatchObject({ status: 'captured', amount: 10_000 });
    expect(JSON.stringify(body)).not.toMatch(/maria|916|device/i);
  }
  expect(await findTables('anna@shop.example')).toContain('payments');
  expect((await merchant.get(`/v2/processing/invoices/${other.invoiceID}/payments`)).status).toBe(200);
  expect((await merchant.get(`/v2/processing/customers/${customer.id}`)).status).toBe(404);
  for (const destination of destinations) {
    const { status, body } = await merchant.get(`${WALLET}/destinations/${destination}`);
    expect([status, body.name, body.isBlocked]).toEqual([200, 'erased', true]);
    expect(JSON.stringify(body)).not.toContain('Petrova');
  }
  expect(await ledgerFaults(platform.databaseUrl)).toEqual([]);
  expect((await verifyAudit(database)).fault).toBeUndefined();
  const { body: audit } = await administrator.get(`/operators/v1/audit?subjectType=erasure&subjectID=${id}`);
  expect(audit.actions).toMatchObject([{ after: { state: 'confirmed' } }, { reason: 'request № 7' }]);
});

test('an open hold keeps its data until it ends', async () => {
  const hold = await aPayment({ email: 'hold@shop.example' }, HOLD);
  const { id } = await requestErasure({ email: 'HOLD@shop.example' });
  await confirmer.post(`/operators/v1/erasures/${id}/confirm`);
  await untilAnswered(
    () => administrator.get(`/operators/v1/erasures/${id}/rows`),
    ({ body }) => body.rows.filter(({ isErased }: { isErased: boolean }) => isErased).length === 1,
  );
  const path = `/v2/processing/invoices/${hold.invoiceID}/payments/${hold.paymentID}`;
  expect((await merchant.post(`${path}/capture`, { reason: 'sent' })).status).toBe(202);
  await untilPayment(merchant, hold, 'captured');
  const { body } = await merchant.get(path);
  expect(body.payer.contactInfo.email).toBe('hold@shop.example');
  expect((await administrator.get(`/operators/v1/erasures/${id}`)).body.state).toBe('erasing');
});

test('an erasure that is not confirmed changes nothing and can be cancelled', async () => {
  await aPayment({ email: 'stays@shop.example' });
  const { id } = await requestErasure({ email: 'stays@shop.example' });
  expect((await administrator.post(`/operators/v1/erasures/${id}/cancel`)).body).toMatchObject({ state: 'cancelled' });
  expect((await administrator.post(`/operators/v1/erasures/${id}/confirm`)).status).toBe(400);
  expect(await findTables('stays@shop.example')).toEqual(['payments', 'webhook_events']);
});

test('erasures are listed from the newest, a page at a time, each with what it has found', async () => {
  await aPayment({ email: 'listed@shop.example' });
  const made = [
    await requestErasure({ email: 'listed@shop.example' }),
    await requestErasure({ email: 'unknown@shop.example' }),
  ];
  const list = async (query: string): Promise<any> =>
    (await administrator.get(`/operators/v1/erasures?limit=1${query}`)).body;
  const newest = await list('');
  expect(newest.erasures).toEqual([made[1]]);
  const older = await list(`&continuationToken=${newest.continuationToken}`);
  expect(older.erasures).toEqual([made[0]]);
  const { body: whole } = await administrator.get('/operators/v1/erasures?limit=100');
  expect(whole.continuationToken).toBeUndefined();
});

test.each([
  [{}, /one of customerID, email and phone/],
  [{ email: 'no-address' }, /^email: /],
  [{ phone: '12' }, /^phone: /],
  [{ customerID: 'unknown' }, /^customerID: /],
])('the selector %j is rejected with its place', async (selector, message) => {
  const { status, body } = await administrator.post('/operators/v1/erasures', { ...selector, reason: 'test' });
  expect([status, body.code]).toEqual([400, 'invalidRequest']);
  expect(body.message).toMatch(message);
});

test('other roles may not erase', async () => {
  const roles = ['viewer', 'support', 'finance', 'configuration'] as const;
  const { secret } = await anOperator(database, { name: 'eve', roles });
  const answer = await administrator.as(secret).post('/operators/v1/erasures', { email: 'a@b.c', reason: 'test' });
  expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
});
