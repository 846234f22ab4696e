import { Database } from '../../store/postgres/database';
import { isSignedBy } from '../harness/content-signature';
import { httpClient, untilBody, type HttpClient } from '../harness/http-client';
import { startPlatform, type Platform } from '../harness/platform';
import { startWebhookReceiver, type Delivery, type WebhookReceiver } from '../harness/webhook-receiver';
import { retryNow } from './operator';
import {
  CARDS,
  HOLD,
  INSTANT,
  anInvoice,
  ledgerFaults,
  pay,
  subscribe,
  getTypes,
  untilPayment,
} from '../harness/factories/payment';

/* Payments over HTTP with separate platform processes, sandbox acquirer and merchant endpoint; openssl verifies signatures. */

let platform: Platform;
let merchant: HttpClient;
let shopID: string;
let endpoint: WebhookReceiver;
let webhook: { id: string; publicKey: string };

beforeAll(async () => {
  platform = await startPlatform();
  merchant = httpClient({ baseUrl: platform.apiUrl, token: platform.demo.apiKey });
  shopID = platform.demo.shopID;
  endpoint = await startWebhookReceiver();
  webhook = await subscribe(merchant, { shopID, url: endpoint.url });
});

afterAll(async () => {
  await platform?.stop();
  await endpoint?.close();
});

/** Waits for the messages of an invoice and checks their signatures. */
async function received(invoiceID: string, types: string[]): Promise<Delivery[]> {
  const ofInvoice = (): Delivery[] => endpoint.accepted().filter(({ body }) => body.toString().includes(invoiceID));
  await endpoint.until(() => ofInvoice().length >= types.length);
  const deliveries = ofInvoice();
  expect(deliveries.map(getTypes)).toEqual(types);
  for (const { body, headers } of deliveries) {
    const contentSignature = headers['content-signature'] as string;
    expect(isSignedBy({ publicKey: webhook.publicKey, body, contentSignature })).toBe(true);
  }
  return deliveries;
}

test('rules of the shop force and exempt 3-D Secure at the acquirer', async () => {
  const database = new Database({ url: platform.databaseUrl, poolSize: 1 });
  const rules = [
    { id: 'small', action: 'exempt', maxAmount: 5_000 },
    { id: 'large', action: 'force' },
  ];
  const setRules = (inspection: object[]) =>
    database.search(`UPDATE shops SET terms = terms || jsonb_build_object('inspection', $1::jsonb)`, [
      JSON.stringify(inspection),
    ]);
  await setRules(rules);
  for (const [amount, card] of [
    [5_000, CARDS.threeDSecure],
    [10_000, CARDS.good],
  ] as const) {
    const { id: invoiceID, token } = await anInvoice(merchant, shopID, { amount });
    const ref = { invoiceID, paymentID: await pay(merchant.as(token), invoiceID, { card, flow: HOLD }) };
    if (card === CARDS.threeDSecure) await untilPayment(merchant, ref, 'processed');
    else {
      const events = `/v2/processing/invoices/${invoiceID}/events?limit=10`;
      await untilBody(
        () => merchant.get(events),
        (body) => JSON.stringify(body).includes('PaymentInteractionRequested'),
      );
    }
  }
  await setRules([]);
  await database.close();
});

test('a hold is captured, and every step is notified in order and signed', async () => {
  const invoice = await anInvoice(merchant, shopID);
  const payer = merchant.as(invoice.token);
  const paymentID = await pay(payer, invoice.id, { card: CARDS.good, flow: HOLD });
  const ref = { invoiceID: invoice.id, paymentID };
  const held = await untilPayment(merchant, ref, 'processed');
  expect(Date.parse(held.flow.heldUntil) - Date.parse(held.createdAt)).toBe(7 * 24 * 3_600_000);

  const capture = await merchant.post(`/v2/processing/invoices/${invoice.id}/payments/${paymentID}/capture`, {
    reason: 'sent',
  });
  expect(capture.status).toBe(202);
  expect(capture.body).toBeUndefined();
  const captured = await untilPayment(merchant, ref, 'captured');
  expect(captured.amount).toBe(10_000);
  expect(captured.transactionInfo.rrn).toMatch(/^[a-zA-Z0-9]{12}$/);

  const deliveries = await received(invoice.id, [
    'InvoiceCreated',
    'PaymentStarted',
    'PaymentProcessed',
    'PaymentCaptured',
    'InvoicePaid',
  ]);
  const last = deliveries[4]?.json<any>();
  expect(last.invoice).toMatchObject({ id: invoice.id, status: 'paid', amount: 10_000 });
  expect(deliveries[3]?.json<any>().payment).toMatchObject({ id: paymentID, status: 'captured' });

  const { body: events } = await merchant.get(`/v2/processing/invoices/${invoice.id}/events?limit=10`);
  const settled = events.at(-1).changes.map(({ changeType, status }: any) => `${changeType} ${status}`);
  expect(settled).toEqual(['PaymentStatusChanged captured', 'InvoiceStatusChanged paid']);
});

test('a second capture is refused, and so is a cancel after it', async () => {
  const invoice = await anInvoice(merchant, shopID);
  const paymentID = await pay(merchant.as(invoice.token), invoice.id, { card: CARDS.good, flow: HOLD });
  await untilPayment(merchant, { invoiceID: invoice.id, paymentID }, 'processed');
  const path = `/v2/processing/invoices/${invoice.id}/payments/${paymentID}`;
  const answers = await Promise.all([
    merchant.post(`${path}/capture`, { reason: 'a' }),
    merchant.post(`${path}/cancel`, { reason: 'b' }),
    merchant.post(`${path}/capture`, { reason: 'c' }),
  ]);
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([202, 400, 400]);
  for (const { body } of answers.filter(({ status }) => status === 400)) expect(body.code).toBe('invalidPaymentStatus');
});

test('a capture for less returns the rest and tells webhooks the new amount', async () => {
  const invoice = await anInvoice(merchant, shopID);
  const paymentID = await pay(merchant.as(invoice.token), invoice.id, { card: CARDS.good, flow: HOLD });
  const ref = { invoiceID: invoice.id, paymentID };
  await untilPayment(merchant, ref, 'processed');
  const path = `/v2/processing/invoices/${invoice.id}/payments/${paymentID}/capture`;
  expect((await merchant.post(path, { reason: 'less', amount: 20_000 })).body.code).toBe(
    'amountExceededCaptureBalance',
  );
  expect((await merchant.post(path, { reason: 'less', amount: 1, currency: 'USD' })).body.code).toBe(
    'inconsistentCaptureCurrency',
  );
  expect((await merchant.post(path, { reason: 'less', amount: 4_000 })).status).toBe(202);
  expect((await untilPayment(merchant, ref, 'captured')).amount).toBe(4_000);

  const operation = `payment/${invoice.id}.${paymentID}/authorise`;
  const sums = await (await fetch(`${platform.sandboxUrl}/payments/${encodeURIComponent(operation)}`)).json();
  expect(sums).toMatchObject({ authorised: 10_000, captured: 4_000 });
  const [, , , captured] = await received(invoice.id, [
    'InvoiceCreated',
    'PaymentStarted',
    'PaymentProcessed',
    'PaymentCaptured',
    'InvoicePaid',
  ]);
  expect(captured?.json<any>().payment.amount).toBe(4_000);
});

test('the instant flow captures automatically, cannot be cancelled, and its invoice is fulfilled once', async () => {
  const invoice = await anInvoice(merchant, shopID);
  const paymentID = await pay(merchant.as(invoice.token), invoice.id, { card: CARDS.good, flow: INSTANT });
  await untilPayment(merchant, { invoiceID: invoice.id, paymentID }, 'captured');
  const path = `/v2/processing/invoices/${invoice.id}`;
  expect((await merchant.post(`${path}/payments/${paymentID}/cancel`, { reason: 'late' })).body.code).toBe(
    'operationNotPermitted',
  );
  expect((await merchant.post(`${path}/fulfill`, { reason: 'sent' })).status).toBe(204);
  expect((await merchant.post(`${path}/fulfill`, { reason: 'again' })).body.code).toBe('invalidInvoiceStatus');
  const fulfilled = { status: 'fulfilled', reason: 'sent' };
  expect((await merchant.get(path)).body).toMatchObject(fulfilled);
  const { body: events } = await merchant.get(`${path}/events?limit=10`);
  expect(events.at(-1).changes).toEqual([{ changeType: 'InvoiceStatusChanged', ...fulfilled }]);
  const deliveries = await received(invoice.id, [
    'InvoiceCreated',
    'PaymentStarted',
    'PaymentProcessed',
    'PaymentCaptured',
    'InvoicePaid',
    'InvoiceFulfilled',
  ]);
  expect(deliveries[5]?.json<any>().invoice).toMatchObject(fulfilled);
});

test('a declined card fails the payment with the full error, and the invoice can be paid again', async () => {
  const invoice = await anInvoice(merchant, shopID);
  const payer = merchant.as(invoice.token);
  const first = await pay(payer, invoice.id, { card: CARDS.noMoney, flow: HOLD });
  const failed = await untilPayment(merchant, { invoiceID: invoice.id, paymentID: first }, 'failed');
  expect(failed.error).toEqual({ code: 'authorization_failed', subError: { code: 'insufficient_funds' } });
  const seenByPayer = await payer.get(`/v2/processing/invoices/${invoice.id}/payments/${first}`);
  expect(seenByPayer.body.error).toEqual({ code: 'InsufficientFunds' });

  const second = await pay(payer, invoice.id, { card: CARDS.good, flow: INSTANT });
  expect(second).toBe('2');
  await untilPayment(merchant, { invoiceID: invoice.id, paymentID: second }, 'captured');
  const deliveries = await received(invoice.id, [
    'InvoiceCreated',
    'PaymentStarted',
    'PaymentFailed',
    'PaymentStarted',
    'PaymentProcessed',
    'PaymentCaptured',
    'InvoicePaid',
  ]);
  expect(deliveries[2]?.json<any>().payment.error).toEqual({
    code: 'authorization_failed',
    message: 'authorization_failed',
    subError: { code: 'insufficient_funds' },
  });
});

test('3-D Secure resumes the payment after the payer’s confirmation', async () => {
  const invoice = await anInvoice(merchant, shopID);
  const payer = merchant.as(invoice.token);
  const paymentID = await pay(payer, invoice.id, { card: CARDS.threeDSecure, flow: INSTANT });
  const request = await readRedirect(payer, invoice.id);
  expect(JSON.stringify(request)).toContain('termination_uri');

  const operation = `payment/${invoice.id}.${paymentID}/authorise`;
  const decided = await fetch(`${platform.sandboxUrl}/interactions/${encodeURIComponent(operation)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ decision: 'confirm' }),
  });
  expect(decided.ok).toBe(true);
  await untilPayment(merchant, { invoiceID: invoice.id, paymentID }, 'captured');
  await received(invoice.id, [
    'InvoiceCreated',
    'PaymentStarted',
    'PaymentInteractionRequested',
    'PaymentInteractionCompleted',
    'PaymentProcessed',
    'PaymentCaptured',
    'InvoicePaid',
  ]);
});

/** Reads the redirect of the payer from the invoice's events. */
async function readRedirect(
  payer: HttpClient,
  invoiceID: string,
): Promise<{ requestType: string; uriTemplate: string }> {
  const requestIn = (events: any[]) =>
    events.flatMap(({ changes }) => changes).find(({ changeType }) => changeType === 'PaymentInteractionRequested');
  const look = () => payer.get<any[]>(`/v2/processing/invoices/${invoiceID}/events?limit=50`);
  return requestIn(await untilBody(look, (events) => requestIn(events) !== undefined)).userInteraction.request;
}

test.each([
  ['cancel', 'cancelled'],
  ['capture', 'captured'],
])('an undecided hold ends by its strategy %s', async (onHoldExpiration, status) => {
  const invoice = await anInvoice(merchant, 'demo-shop-brief-hold');
  const flow = { type: 'PaymentFlowHold', onHoldExpiration };
  const paymentID = await pay(merchant.as(invoice.token), invoice.id, { card: CARDS.good, flow });
  const ref = { invoiceID: invoice.id, paymentID };
  const { flow: held } = await untilPayment(merchant, ref, status);
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(held.heldUntil));
  const { body } = await merchant.get(`/v2/processing/invoices/${invoice.id}`);
  expect(body.status).toBe(status === 'captured' ? 'paid' : 'unpaid');
});

test('an endpoint that was down or answered another status than 200 receives everything later in order', async () => {
  const down = await startWebhookReceiver();
  const briefly = await subscribe(merchant, { shopID, url: down.url });
  down.answerNext({ status: 503 }, { status: 204 });
  const invoice = await anInvoice(merchant, shopID);
  await down.until((deliveries) => deliveries.length >= 1);
  expect(
    (await merchant.post(`/v2/processing/invoices/${invoice.id}/rescind`, { reason: 'changed my mind' })).status,
  ).toBe(204);
  await retryNow(platform, briefly.id, `invoice/${invoice.id}`);
  await down.until((deliveries) => deliveries.length >= 2);
  await retryNow(platform, briefly.id, `invoice/${invoice.id}`);
  await down.until(() => down.accepted().length >= 2);
  expect(down.accepted().map(getTypes)).toEqual(['InvoiceCreated', 'InvoiceCancelled']);
  expect(new Set(down.deliveries.slice(0, 3).map(({ body }) => body.toString())).size).toBe(1);
  await down.close();
});

test('the ledger is consistent at the end', async () => {
  expect(await ledgerFaults(platform.databaseUrl)).toEqual([]);
});
