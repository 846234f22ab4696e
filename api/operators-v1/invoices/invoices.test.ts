import { asOperator } from '../../../store/platform/audit/origin';
import { decideInvoice } from '../../../store/payments/invoice/invoice.transitions';
import { setBlocked } from '../../../store/merchants/block/block';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { anOperator } from '../../../tests/harness/factories/operator';
import { anInvoice, HOLD, pay } from '../../../tests/harness/factories/payment';
import { httpClient, type HttpClient } from '../../../tests/harness/http-client';

const BASE = '/operators/v1';
const EMAIL = 'anna@example.com';

let api: TestApi;
let support: HttpClient;
let viewer: HttpClient;

beforeAll(async () => {
  api = await startApi();
  const client = async (name: string, role: 'support' | 'viewer'): Promise<HttpClient> =>
    httpClient({ baseUrl: api.url, token: (await anOperator(api.store.database, { name, roles: [role] })).secret });
  [support, viewer] = [await client('support', 'support'), await client('viewer', 'viewer')];
});

afterAll(() => api?.stop());

const asSupport = () => asOperator(api.store, { operation: 'decide', requestID: 'command/1', paymentID: null });

test('an operator reads an invoice with its payments, and contacts by role', async () => {
  const { merchant, shopID } = api.own;
  const cart = [{ product: 'Чай', quantity: 2, price: 5_000 }];
  const invoice = await anInvoice(merchant, shopID, { body: { cart }, externalID: 'order-1' });
  const paymentID = await pay(merchant.as(invoice.token), invoice.id, { card: '4242424242424242', flow: HOLD });
  const read = async (client: HttpClient) => (await client.get<any>(`${BASE}/invoices/${invoice.id}`)).body;
  expect(await read(support)).toMatchObject({
    ...{ invoiceID: invoice.id, shopID, externalID: 'order-1', status: 'unpaid', amount: 10_000, currency: 'RUB' },
    ...{ product: 'Заказ № 1', cart, hasActivePayment: true },
    payments: [{ paymentID, email: EMAIL, status: 'pending' }],
  });
  expect((await read(viewer)).payments[0].email).toBe('a***@example.com');
  expect(await support.get(`${BASE}/invoices/none`)).toMatchObject({ status: 404, body: { code: 'notFound' } });
  await expect(
    decideInvoice(asSupport(), { invoiceID: invoice.id, action: 'rescind', reason: 'a mistake' }),
  ).rejects.toMatchObject({ code: 'invoicePaymentPending' });
});

test('an operator rescinds an invoice of a blocked shop once, also with a retry', async () => {
  const { merchant, shopID } = api.own;
  const { id: invoiceID } = await anInvoice(merchant, shopID);
  const decide = async (reason: string) => decideInvoice(asSupport(), { invoiceID, action: 'rescind', reason });
  await setBlocked(asSupport(), { type: 'shop', id: shopID, isBlocked: true, reason: 'complaints' });
  try {
    const decisions = await Promise.all([decide('a mistake'), decide('a mistake')]);
    expect(decisions.map(({ isChanged }) => isChanged).sort()).toEqual([false, true]);
    expect(decisions[0]?.status).toBe('cancelled');
  } finally {
    await setBlocked(asSupport(), { type: 'shop', id: shopID, isBlocked: false, reason: 'resolved' });
  }
  await expect(decide('another reason')).rejects.toMatchObject({ code: 'invalidInvoiceStatus' });
  const events = await api.store.database.search(
    `SELECT changes FROM events WHERE subject_type = 'invoice' AND subject_id = $1 ORDER BY number`,
    [invoiceID],
  );
  expect(events).toEqual([
    expect.anything(),
    { changes: [{ changeType: 'InvoiceStatusChanged', status: 'cancelled', reason: 'a mistake' }] },
  ]);
  await expect(decideInvoice(asSupport(), { invoiceID: 'none', action: 'fulfill', reason: 'x' })).rejects.toMatchObject(
    { code: 'notFound' },
  );
});

test('an operator reads a customer of any party, deleted or not, with bindings and contacts by role', async () => {
  const { merchant, shopID } = api.own;
  const created = await merchant.post<any>('/v2/processing/customers', {
    ...{ shopID, metadata: {}, contactInfo: { email: EMAIL, phoneNumber: '+79123456789' } },
  });
  const { id } = created.body.customer;
  const read = async (client: HttpClient) => (await client.get<any>(`${BASE}/customers/${id}`)).body;
  expect(await read(support)).toMatchObject({
    ...{ customerID: id, shopID, status: 'unready', email: EMAIL, phone: '+79123456789' },
    ...{ bindings: [], payments: [] },
  });
  expect(await read(viewer)).toMatchObject({ email: 'a***@example.com', phone: '***6789' });
  expect((await merchant.delete(`/v2/processing/customers/${id}`)).status).toBe(204);
  expect(await read(support)).toMatchObject({ status: 'deleted', deletedAt: expect.any(String) });
  expect(await support.get(`${BASE}/customers/none`)).toMatchObject({ status: 404, body: { code: 'notFound' } });
});
