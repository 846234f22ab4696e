import { listAdministrativeActions } from './audit-log.actions';
import { listAuditEntries, type RecordedAuditEntry } from './audit-log.queries';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { anInvoice, CARDS, HOLD, buildPath, tokenise } from '../../../tests/harness/factories/payment';
import { deleteExpiredRows } from '../retention/retention';
import { ARRIVAL_TIMEOUT_MS } from '../../../tests/harness/timeouts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});

afterAll(async () => api?.stop());

/** Calls that changed nothing are written shortly after their response. */
async function untilListed(invoiceID: string, count: number): Promise<RecordedAuditEntry[]> {
  const end = Date.now() + ARRIVAL_TIMEOUT_MS;
  for (;;) {
    const entries = await listAuditEntries(api.store.database, { type: 'invoice', id: invoiceID });
    if (entries.length >= count || Date.now() > end) return entries;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const getOperations = (entries: readonly RecordedAuditEntry[]) =>
  entries.map(({ operation, status, refusal, paymentID }) => [operation, status, refusal, paymentID]);

test('changing, refused and repeated calls are recorded once each, and reads are not', async () => {
  const { merchant, shopID } = api.own;
  const { id: invoiceID, token } = await anInvoice(merchant, shopID);
  const payer = { payerType: 'PaymentResourcePayer', contactInfo: {}, ...(await tokenise(merchant, CARDS.good)) };
  const path = `/v2/processing/invoices/${invoiceID}/payments`;
  const pay = async () => merchant.as(token).post<any>(path, { flow: HOLD, payer, externalID: 'once' });
  const { body: payment } = await pay();
  expect((await pay()).body.id).toBe(payment.id);
  await merchant.get(path);
  const ref = { invoiceID, paymentID: payment.id as string };
  expect((await merchant.post(buildPath(ref, '/capture'), { reason: 'early' })).status).toBe(400);
  const entries = await untilListed(invoiceID, 4);
  expect(getOperations(entries)).toEqual([
    ['createInvoice', 201, null, null],
    ['createPayment', 201, null, '1'],
    ['createPayment', 201, null, null],
    ['capturePayment', 400, 'invalidPaymentStatus', '1'],
  ]);
  expect(entries.map(({ caller }) => caller.split('/')[0])).toEqual([
    'apiKey',
    'invoiceToken',
    'invoiceToken',
    'apiKey',
  ]);
  expect(entries.every(({ partyID, requestID }) => partyID === api.own.partyID && requestID.length > 0)).toBe(true);
});

test('a call about a foreign entity or with an invalid id leaves no entry in its history', async () => {
  const { id: invoiceID } = await anInvoice(api.own.merchant, api.own.shopID);
  const capture = { invoiceID, paymentID: '1' };
  expect((await api.foreign.merchant.post(buildPath(capture, '/capture'), { reason: 'mine' })).status).toBe(404);
  const card = { invoiceID, paymentID: CARDS.good };
  expect((await api.own.merchant.post(buildPath(card, '/capture'), { reason: 'why' })).status).toBe(404);
  const entries = await untilListed(invoiceID, 2);
  expect(getOperations(entries)).toEqual([
    ['createInvoice', 201, null, null],
    ['capturePayment', 404, 'notFound', null],
  ]);
});

test('retention deletes expired entries and keeps others', async () => {
  const { id: invoiceID } = await anInvoice(api.own.merchant, api.own.shopID);
  const { id: other } = await anInvoice(api.own.merchant, api.own.shopID);
  const text = `UPDATE audit_log SET occurred_at = now() - interval '181 days' WHERE subject_id = $1`;
  await api.store.database.search(text, [invoiceID]);
  expect(await deleteExpiredRows(api.store.database)).toMatchObject({ forgotten: { audit_log: 1 }, hasMore: false });
  expect(await untilListed(invoiceID, 0)).toEqual([]);
  expect(await untilListed(other, 1)).toHaveLength(1);
});

test('the chain records changes of webhooks, shops and the party by an API key, and no refusals', async () => {
  const { merchant, shopID, partyID } = api.own;
  const scope = { topic: 'InvoicesTopic', shopID, eventTypes: ['InvoiceCreated'] };
  const { body: webhook } = await merchant.post<any>('/v2/processing/webhooks', { url: 'https://shop.example', scope });
  await merchant.delete(`/v2/processing/webhooks/${webhook.id}`);
  expect((await merchant.delete(`/v2/processing/webhooks/${webhook.id}`)).status).toBe(404);
  await merchant.put(`/v2/processing/shops/${shopID}/suspend`);
  await merchant.put(`/v2/processing/shops/${shopID}/activate`);
  await merchant.put('/v2/processing/me/suspend');
  await merchant.put('/v2/processing/me/activate');
  // Repeated activation changes nothing and leaves no entry.
  for (const path of ['me', `shops/${shopID}`]) {
    expect((await merchant.put(`/v2/processing/${path}/activate`)).status).toBe(204);
  }
  const actions = await listAdministrativeActions(api.store.database, { limit: 6 });
  expect(actions.map(({ operation, subjectType, subjectID }) => [operation, subjectType, subjectID]).reverse()).toEqual(
    [
      ['createWebhook', 'webhook', webhook.id],
      ['deleteWebhookByID', 'webhook', webhook.id],
      ['suspendShop', 'shop', shopID],
      ['activateShop', 'shop', shopID],
      ['suspendMyParty', 'party', partyID],
      ['activateMyParty', 'party', partyID],
    ],
  );
  expect(actions.every(({ caller }) => caller.startsWith('apiKey/'))).toBe(true);
});
