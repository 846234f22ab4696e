import { setTimeout as sleep } from 'node:timers/promises';
import { COMMAND_LANES } from '../../workflow-names/command-lane';
import { createLogger } from '../../runtime/logger';
import { startApi, type Tenant, type TestApi } from '../../tests/harness/api';
import { HOLD, anInvoice, tokenise } from '../../tests/harness/factories/payment';
import {
  WALLET,
  aDestination,
  anAuthorisedDestination,
  anIdentity,
  aWallet,
  fund,
} from '../../tests/harness/factories/wallet';
import type { HttpAnswer } from '../../tests/harness/http-client';
import { ARRIVAL_TIMEOUT_MS } from '../../tests/harness/timeouts';

const LIMITS = { PARTY_WAITING_LIMIT: 40, WAITING_LIMIT: 100, PARTY_WAITING_SECONDS: 5, WAITING_SECONDS: 60 };
const CARD = '4242424242424242';

const lines: { msg: string; count?: number; reason?: string; level: string }[] = [];
let api: TestApi;

beforeAll(async () => {
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const logger = createLogger({ process: 'api', level: 'warn', destination });
  api = await startApi({ limits: LIMITS, logger });
});

beforeEach(async () => {
  await empty();
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; !isRoom() && Date.now() < end;) await sleep(20);
});

function isRoom(): boolean {
  try {
    for (const lane of COMMAND_LANES) api.store.admission.admit(lane, api.own.partyID);
    return true;
  } catch {
    return false;
  }
}

afterAll(() => api?.stop());

const sql = async (text: string, values: unknown[] = []): Promise<unknown[]> => api.store.database.search(text, values);
const empty = (): Promise<unknown[]> => sql('DELETE FROM outbox');

async function fill(lane: string, partyID: string, { count = 1, ageSeconds = 0, attempts = 0 }): Promise<void> {
  await sql(
    `INSERT INTO outbox (workflow_id, lane, party_id, created_at, attempt_count, command)
     SELECT 'full/' || n, $1, $2, now() - make_interval(secs => $4), $5, '{"kind":"start"}' FROM generate_series(1, $3::integer) n`,
    [lane, partyID, count, ageSeconds, attempts],
  );
}

/** Creates an invoice and returns a function that requests its payment. */
async function aPayment({ merchant, shopID }: Tenant, externalID?: string): Promise<() => Promise<HttpAnswer<any>>> {
  const invoice = await anInvoice(merchant, shopID);
  const payer = merchant.as(invoice.token);
  const resource = await tokenise(payer, CARD);
  const body = {
    flow: HOLD,
    payer: { payerType: 'PaymentResourcePayer', ...resource, contactInfo: { email: 'anna@example.com' } },
    ...(externalID && { externalID }),
  };
  return () => payer.post(`/v2/processing/invoices/${invoice.id}/payments`, body);
}

/** Retries until the status matches, because the backlog is measured in the background. */
async function until(status: number, ask: () => Promise<HttpAnswer<any>>): Promise<HttpAnswer<any>> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; ; await sleep(50)) {
    const answer = await ask();
    if (answer.status === status || Date.now() > end) {
      expect(answer.status).toBe(status);
      return answer;
    }
  }
}

/** Requests the first step of a payment until it gets the status. */
async function untilInvoice(status: 201 | 503, { merchant, shopID }: Tenant): Promise<HttpAnswer<any>> {
  const order = { shopID, amount: 10_000, currency: 'RUB', product: 'Order 1', metadata: {} };
  return until(status, () => {
    const dueDate = new Date(Date.now() + 3_600_000).toISOString();
    return merchant.post('/v2/processing/invoices', { ...order, dueDate });
  });
}

test('a party above its backlog limit gets Retry-After and one log line, other parties are not affected', async () => {
  lines.length = 0;
  const payments = await Promise.all(Array.from({ length: 5 }, () => aPayment(api.own)));
  await fill('payer', api.own.partyID, { count: 40 });
  const { headers, body } = await untilInvoice(503, api.own);
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(5);
  expect(body).toEqual({ message: 'too many pending operations for this party, retry later' });
  for (const { status } of await Promise.all(payments.map((pay) => pay()))) expect(status).toBe(503);
  expect((await (await aPayment(api.foreign))()).status).toBe(201);
  const overloads = lines.filter(({ msg }) => msg.startsWith('overloaded'));
  const { partyID } = api.own;
  expect(overloads[0]).toMatchObject({ count: 1, waiting: expect.any(Number) });
  for (const line of overloads) expect(line).toMatchObject({ level: 'warn', lane: 'payer', partyID, reason: 'party' });
  // At most one line in ten seconds.
  expect(overloads.length).toBeLessThan(1 + payments.length);
  expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
});

test('a full lane rejects new work of all parties until it is empty', async () => {
  await fill('payer', 'other', { count: 100 });
  for (const tenant of [api.own, api.foreign]) await untilInvoice(503, tenant);
  await empty();
  for (const tenant of [api.own, api.foreign]) await untilInvoice(201, tenant);
});

test('a backlog on the other lane does not reject payments', async () => {
  await fill('background', api.own.partyID, { count: 1_000, ageSeconds: 1_000 });
  const reportOf = await anIdentity(api.own.merchant);
  const period = { fromTime: '2024-01-01T00:00:00Z', toTime: '2024-02-01T00:00:00Z' };
  const order = { reportType: 'withdrawalRegistry', ...period };
  const refused = await until(503, () => api.own.merchant.post(`${WALLET}/identities/${reportOf}/reports`, order));
  expect([refused.body, Number(refused.headers.get('retry-after'))]).toEqual([undefined, 60]);
  expect((await (await aPayment(api.own))()).status).toBe(201);
});

test('the age limit ignores a command that Temporal keeps rejecting', async () => {
  await fill('payer', api.own.partyID, { ageSeconds: 100, attempts: 5 });
  await (
    await aPayment(api.own)
  )();
  await sleep(1_000);
  expect((await (await aPayment(api.own))()).status).toBe(201);
  await fill('payer', api.own.partyID, { ageSeconds: 100 });
  await untilInvoice(503, api.own);
});

test('a full lane still serves retries, reads and final steps, but rejects the first steps of new payments', async () => {
  const { merchant, shopID } = api.own;
  const named = { externalID: 'first', body: { dueDate: new Date(Date.now() + 3_600_000).toISOString() } };
  const invoice = await anInvoice(merchant, shopID, named);
  const pay = await aPayment(api.own, 'again');
  const first = await pay();
  expect(first.status).toBe(201);
  const held = (await (await aPayment(api.own))()).body;
  const wallet = await aWallet(merchant);
  const destination = await anAuthorisedDestination(api.store, merchant);
  await fund(api.store, wallet, 10_000);
  const withdrawal = { wallet, destination, body: { amount: 1_000, currency: 'RUB' }, externalID: 'again' };
  const withdrawn = await merchant.post(`${WALLET}/withdrawals`, withdrawal);
  expect(withdrawn.status).toBe(202);
  await sql(`UPDATE payments SET status = 'processed' WHERE invoice_id = $1`, [held.invoiceID]);

  await fill('payer', api.own.partyID, { count: 40 });
  await untilInvoice(503, api.own);
  let requested = 0;
  await until(503, () => merchant.post(`${WALLET}/withdrawals`, { ...withdrawal, externalID: `new ${requested++}` }));
  expect((await pay()).body).toEqual(first.body);
  expect((await merchant.post(`${WALLET}/withdrawals`, withdrawal)).body).toEqual(withdrawn.body);
  const path = `/v2/processing/invoices/${held.invoiceID}/payments/${held.id}`;
  expect((await merchant.get(path)).status).toBe(200);
  expect((await merchant.post(`${path}/cancel`, { reason: 'not needed' })).status).toBe(202);
  expect((await anInvoice(merchant, shopID, named)).id).toBe(invoice.id);
  await expect(anInvoice(merchant, shopID)).rejects.toThrow('503');
  await expect(tokenise(merchant, CARD)).rejects.toThrow('503');
  await tokenise(api.foreign.merchant, CARD);
});

test('destinations and bindings of a party above its limit are rejected too', async () => {
  const contactInfo = { email: 'anna@example.com' };
  const { shopID, merchant } = api.own;
  const { body } = await merchant.post('/v2/processing/customers', { shopID, contactInfo, metadata: {} });
  const payer = merchant.as(body.customerAccessToken.payload);
  const paymentResource = await tokenise(payer, CARD);
  const bind = (): Promise<HttpAnswer<any>> =>
    payer.post(`/v2/processing/customers/${body.customer.id}/bindings`, { paymentResource });
  expect((await bind()).status).toBe(201);
  const identity = await anIdentity(merchant);
  await fill('payer', api.own.partyID, { count: 40 });
  await until(503, bind);
  await expect(aDestination(merchant, { identity })).rejects.toThrow('a destination: 503');
});
