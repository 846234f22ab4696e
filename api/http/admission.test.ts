import { setTimeout as sleep } from 'node:timers/promises';
import { COMMAND_LANES } from '../../domain/command-lane';
import { createLogger } from '../../runtime/logger';
import { startApi, type Tenant, type TestApi } from '../../testing/api';
import { HOLD, anInvoice, tokenise } from '../../testing/factories/payment';
import {
  WALLET,
  aDestination,
  anAuthorisedDestination,
  anIdentity,
  aWallet,
  fund,
} from '../../testing/factories/wallet';
import type { HttpAnswer } from '../../testing/http-client';
import { ARRIVAL_TIMEOUT_MS } from '../../testing/timeouts';

const LIMITS = { PARTY_WAITING_LIMIT: 40, WAITING_LIMIT: 100, WAITING_SECONDS: 60 };
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
     SELECT 'full/' || n, $1, $2, now() - make_interval(secs => $4), $5, '{}' FROM generate_series(1, $3::integer) n`,
    [lane, partyID, count, ageSeconds, attempts],
  );
}

/** A payment that is asked for, each of its own invoice. */
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

/** Asks until the answer is this: what waits is looked at beside the requests. */
async function until(status: number, ask: () => Promise<HttpAnswer<any>>): Promise<HttpAnswer<any>> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; ; await sleep(50)) {
    const answer = await ask();
    if (answer.status === status || Date.now() > end) {
      expect(answer.status).toBe(status);
      return answer;
    }
  }
}

/** Payments of a tenant, one after the other, until one is answered so. */
async function untilPayment(status: number, tenant: Tenant): Promise<HttpAnswer<any>> {
  return until(status, async () => (await aPayment(tenant))());
}

test('a party that has too much waiting is told when to come again, with a line in the log; no other party is', async () => {
  lines.length = 0;
  const payments = await Promise.all(Array.from({ length: 5 }, () => aPayment(api.own)));
  await fill('payer', api.own.partyID, { count: 40 });
  const { headers, body } = await untilPayment(503, api.own);
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(5);
  expect(body).toEqual({ message: 'too many pending operations for this party, retry later' });
  for (const { status } of await Promise.all(payments.map((pay) => pay()))) expect(status).toBe(503);
  expect((await (await aPayment(api.foreign))()).status).toBe(201);
  const told = lines.filter(({ msg }) => msg.startsWith('full'));
  const { partyID } = api.own;
  expect(told[0]).toMatchObject({ count: 1, waiting: expect.any(Number) });
  for (const line of told) expect(line).toMatchObject({ level: 'warn', lane: 'payer', partyID, reason: 'party' });
  // One in ten seconds, and not one for each of the refusals.
  expect(told.length).toBeLessThan(1 + payments.length);
  expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
});

test('a full lane takes no new work of anybody, and takes it again when it is empty', async () => {
  await fill('payer', 'somebody', { count: 100 });
  for (const tenant of [api.own, api.foreign]) await untilPayment(503, tenant);
  await empty();
  for (const tenant of [api.own, api.foreign]) await untilPayment(201, tenant);
});

test('what waits on the other lane keeps no payment', async () => {
  await fill('background', api.own.partyID, { count: 1_000, ageSeconds: 1_000 });
  const reportOf = await anIdentity(api.own.merchant);
  const period = { fromTime: '2024-01-01T00:00:00Z', toTime: '2024-02-01T00:00:00Z' };
  const order = { reportType: 'withdrawalRegistry', ...period };
  const refused = await until(503, () => api.own.merchant.post(`${WALLET}/identities/${reportOf}/reports`, order));
  expect([refused.body, Number(refused.headers.get('retry-after'))]).toEqual([undefined, 60]);
  expect((await (await aPayment(api.own))()).status).toBe(201);
});

test('age counts where it comes of fullness, and not where the engine refuses one command', async () => {
  await fill('payer', api.own.partyID, { ageSeconds: 100, attempts: 5 });
  await (
    await aPayment(api.own)
  )();
  await sleep(1_000);
  expect((await (await aPayment(api.own))()).status).toBe(201);
  await fill('payer', api.own.partyID, { ageSeconds: 100 });
  await untilPayment(503, api.own);
});

test('what was accepted before is answered again, and reading, new invoices and ending what was begun go on', async () => {
  const { merchant, shopID } = api.own;
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
  await untilPayment(503, api.own);
  let asked = 0;
  await until(503, () => merchant.post(`${WALLET}/withdrawals`, { ...withdrawal, externalID: `new ${asked++}` }));
  expect((await pay()).body).toEqual(first.body);
  expect((await merchant.post(`${WALLET}/withdrawals`, withdrawal)).body).toEqual(withdrawn.body);
  const path = `/v2/processing/invoices/${held.invoiceID}/payments/${held.id}`;
  expect((await merchant.get(path)).status).toBe(200);
  expect((await merchant.post(`${path}/cancel`, { reason: 'not needed' })).status).toBe(202);
  await anInvoice(merchant, shopID);
});

test('destinations and bindings of a full party wait too', async () => {
  const contactInfo = { email: 'anna@example.com' };
  const { shopID, merchant } = api.own;
  const { body } = await merchant.post('/v2/processing/customers', { shopID, contactInfo, metadata: {} });
  const payer = merchant.as(body.customerAccessToken.payload);
  const bind = async (): Promise<HttpAnswer<any>> => {
    const paymentResource = await tokenise(payer, CARD);
    return payer.post(`/v2/processing/customers/${body.customer.id}/bindings`, { paymentResource });
  };
  expect((await bind()).status).toBe(201);
  const identity = await anIdentity(merchant);
  await fill('payer', api.own.partyID, { count: 40 });
  await until(503, bind);
  await expect(aDestination(merchant, { identity })).rejects.toThrow('a destination: 503');
});
