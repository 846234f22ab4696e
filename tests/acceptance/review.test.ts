import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { CARDS, INSTANT, anInvoice, buildPath, ledgerFaults, pay, untilPayment } from '../harness/factories/payment';
import { httpClient, type HttpClient } from '../harness/http-client';
import { startMerchantPlatform, type MerchantPlatform } from '../harness/platform';
import { ARRIVAL_TIMEOUT_MS } from '../harness/timeouts';

/* kill -9 of the worker between an operator's decision about a review and the authorisation. */

type Ref = { invoiceID: string; paymentID: string };

let harness: MerchantPlatform;
let database: Client;
let operator: HttpClient;

beforeAll(async () => {
  harness = await startMerchantPlatform({ temporal: 'own' });
  const { apiUrl, databaseUrl, demo } = harness.platform;
  operator = httpClient({ baseUrl: `${apiUrl}/operators/v1`, token: demo.operatorKey });
  database = new Client({ connectionString: databaseUrl });
  await database.connect();
  const terms = JSON.stringify({ inspection: [{ id: 'all', action: 'review' }] });
  await database.query('UPDATE shops SET terms = terms || $2::jsonb WHERE id = $1', [harness.shopID, terms]);
});
afterAll(async () => {
  await database?.end();
  await harness?.stop();
});

async function held(): Promise<Ref> {
  const { merchant, shopID } = harness;
  const invoice = await anInvoice(merchant, shopID);
  const payer = merchant.as(invoice.token);
  const paymentID = await pay(payer, invoice.id, { card: CARDS.good, flow: INSTANT });
  const ref = { invoiceID: invoice.id, paymentID };
  expect((await merchant.get(buildPath(ref, ''))).body).toMatchObject({ status: 'pending', isUnderReview: true });
  return ref;
}

/** @returns the answer, which may come after the execution */
const request = async (type: string, parameters: Ref): Promise<{ status: number }> =>
  operator.post('/commands', { type, parameters, reason: 'called the payer' });

async function countAttempts({ invoiceID, paymentID }: Ref): Promise<number> {
  const operation = encodeURIComponent(`payment/${invoiceID}.${paymentID}/authorise`);
  const answer = await fetch(`${harness.platform.sandboxUrl}/operations/${operation}`);
  return answer.ok ? ((await answer.json()) as { effects: number }).effects : 0;
}

async function untilOutcome({ invoiceID, paymentID }: Ref, outcome: string): Promise<void> {
  const text = 'SELECT outcome FROM payment_reviews WHERE (invoice_id, payment_id) = ($1, $2)';
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; ; await sleep(2)) {
    const { rows } = await database.query(text, [invoiceID, paymentID]);
    if (rows[0]?.outcome === outcome) return;
    if (Date.now() > end) throw new Error('the review is not decided');
  }
}

async function restartWorker(): Promise<void> {
  await harness.platform.processes.worker.kill();
  await harness.platform.processes.worker.start();
}

test('a worker killed right after an approval authorises and captures once', async () => {
  const ref = await held();
  const requested = request('approveReview', ref);
  await untilOutcome(ref, 'approved');
  await restartWorker();
  expect([200, 202]).toContain((await requested).status);
  const captured = await untilPayment(harness.merchant, ref, 'captured');
  expect(captured).not.toHaveProperty('isUnderReview');
  expect(await harness.atSandbox(ref)).toMatchObject({ authorised: 10_000, captured: 10_000, voided: 0 });
  expect(await countAttempts(ref)).toBe(1);
  expect(await ledgerFaults(harness.platform.databaseUrl)).toEqual([]);
});

test('a worker killed while a payment waits continues with the wait, and a rejected payment reaches no acquirer', async () => {
  const ref = await held();
  await restartWorker();
  expect(await countAttempts(ref)).toBe(0);
  const { body } = await operator.get<any>('/queue/reviews');
  expect(body.items.map(({ id, fact }: any) => [id, fact])).toEqual([
    [
      `${ref.invoiceID}.${ref.paymentID}`,
      { type: 'review', rule: 'all', tool: 'bankCard', card: '424242******4242', email: 'anna@example.com' },
    ],
  ]);
  expect((await request('rejectReview', ref)).status).toBe(200);
  const { error } = await untilPayment(harness.merchant, ref, 'failed');
  expect([error, await countAttempts(ref)]).toEqual([{ code: 'rejected_by_inspector' }, 0]);
});
