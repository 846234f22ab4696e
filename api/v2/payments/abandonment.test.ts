import { ABANDONED_REASON } from '../../../domain/payments/payment/payment';
import { findPayment } from '../../../store/payments/payment/payment.queries';
import {
  recordAuthorisation,
  recordFailure,
  recordInteraction,
} from '../../../store/payments/payment/payment.transitions';
import { startApi, type TestApi } from '../../../tests/harness/api';
import {
  CARDS,
  HOLD,
  anInvoice,
  buildPath,
  tokenise,
  type CreatedPayment,
} from '../../../tests/harness/factories/payment';
import type { HttpAnswer, HttpClient } from '../../../tests/harness/http-client';

let api: TestApi;
let merchant: HttpClient;

beforeAll(async () => {
  api = await startApi();
  ({ merchant } = api.own);
});

afterAll(async () => api?.stop());

interface Waiting {
  ref: CreatedPayment;
  payer: HttpClient;
}

/** Creates a pending payment with a client for its payer. */
async function aPayment(): Promise<Waiting> {
  const { id, token } = await anInvoice(merchant, api.own.shopID);
  const payer = merchant.as(token);
  return { ref: { invoiceID: id, paymentID: (await create(payer, id)).body.id }, payer };
}

/** Creates a payment that waits for its payer. */
async function aWaitingPayment(): Promise<Waiting> {
  const payment = await aPayment();
  await recordInteraction(api.store, payment.ref, { interactionType: 'QrCodeDisplayRequest', qrCode: 'https://qr' });
  return payment;
}

async function create(payer: HttpClient, invoiceID: string): Promise<HttpAnswer<any>> {
  const resource = await tokenise(payer, CARDS.good);
  return payer.post(`/v2/processing/invoices/${invoiceID}/payments`, {
    flow: HOLD,
    payer: { payerType: 'PaymentResourcePayer', contactInfo: {}, ...resource },
  });
}

const abandon = (caller: HttpClient, ref: CreatedPayment): Promise<HttpAnswer<any>> =>
  caller.post(buildPath(ref, '/cancel'), { reason: 'another way' });
const refused = { status: 400, body: { code: 'invalidPaymentStatus' } };

test('only the payer’s token can abandon a payment that waits for the payer', async () => {
  const { ref, payer } = await aWaitingPayment();
  const other = await aWaitingPayment();
  expect((await abandon(other.payer, ref)).status).toBe(401);
  expect((await abandon(api.foreign.merchant, ref)).status).toBe(404);
  expect(await abandon(merchant, ref)).toMatchObject({ status: 400, body: { code: 'invalidPaymentStatus' } });
  expect(await findPayment(api.store.database, ref)).toMatchObject({ target: null });
  expect(await abandon(payer, ref)).toMatchObject({ status: 202, body: undefined });
  // The payer's reason is arbitrary input and is not stored.
  expect(await findPayment(api.store.database, ref)).toMatchObject({
    status: 'pending',
    target: 'cancel',
    targetReason: ABANDONED_REASON,
  });
});

test('a second payment is refused until the first has ended', async () => {
  const { ref, payer } = await aWaitingPayment();
  const pending = { status: 400, body: { code: 'invoicePaymentPending' } };
  expect(await create(payer, ref.invoiceID)).toMatchObject(pending);
  await abandon(payer, ref);
  expect(await create(payer, ref.invoiceID)).toMatchObject(pending);
  await recordFailure(api.store, ref, { code: 'preauthorization_failed' }, { outcome: 'abandoned' });
  expect((await create(payer, ref.invoiceID)).status).toBe(201);
});

test('a payment cannot be abandoned during a connector request or after its decision', async () => {
  const { ref, payer } = await aPayment();
  expect(await abandon(payer, ref)).toMatchObject(refused);
  await recordAuthorisation(api.store, ref, { connectorReference: 'reference' });
  expect(await abandon(payer, ref)).toMatchObject(refused);
  expect(await findPayment(api.store.database, ref)).toMatchObject({ status: 'processed', target: null });
  const failed = await aWaitingPayment();
  await recordFailure(api.store, failed.ref, { code: 'timeout' });
  expect(await abandon(failed.payer, failed.ref)).toMatchObject(refused);
});

test('an authorised hold is not abandoned, the merchant decides it', async () => {
  const { ref, payer } = await aWaitingPayment();
  await abandon(payer, ref);
  await recordAuthorisation(api.store, ref, { connectorReference: 'reference' });
  expect(await findPayment(api.store.database, ref)).toMatchObject({ status: 'processed', target: null });
  expect((await merchant.post(buildPath(ref, '/capture'), { reason: 'sent' })).status).toBe(202);
});

test('64 concurrent abandonments signal the workflow once', async () => {
  const { ref, payer } = await aWaitingPayment();
  const answers = await Promise.all(Array.from({ length: 64 }, () => abandon(payer, ref)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  const text = `SELECT count(*)::integer AS count FROM outbox WHERE workflow_id = $1 AND command->>'kind' = 'signal'`;
  const workflowID = `payment/${ref.invoiceID}.${ref.paymentID}`;
  expect(await api.store.database.search(text, [workflowID])).toEqual([{ count: 1 }]);
});

test('a receipt is never valid for longer than the payment waits', async () => {
  const { ref, payer } = await aPayment();
  const { processingDeadline } = await findPayment(api.store.database, ref);
  const inThreeDays = new Date(processingDeadline.getTime() + 3 * 24 * 3_600_000).toISOString();
  const receipt = { interactionType: 'PaymentTerminalReceipt', shortPaymentID: '42', dueDate: inThreeDays } as const;
  await recordInteraction(api.store, ref, receipt);
  const { body } = await payer.get<any>(`/v2/processing/invoices/${ref.invoiceID}/events?limit=100`);
  const { userInteraction } = body.at(-1).changes[0];
  expect(Date.parse(userInteraction.dueDate)).toBe(processingDeadline.getTime());
});
