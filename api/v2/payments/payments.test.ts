import { CARDS, HOLD, INSTANT, anInvoice, tokenise } from '../../../tests/harness/factories/payment';
import { recordVerification } from '../../../store/payments/binding/binding.transitions';
import { recordAuthorisation, recordCapture, recordFailure } from '../../../store/payments/payment/payment.transitions';
import { startApi, type TestApi } from '../../../tests/harness/api';
import type { HttpAnswer, HttpClient } from '../../../tests/harness/http-client';
import { buildPath, type CreatedPayment } from '../../../tests/harness/factories/payment';

let api: TestApi;
let merchant: HttpClient;
let shopID: string;

beforeAll(async () => {
  api = await startApi();
  ({ merchant, shopID } = api.own);
});

afterAll(async () => api?.stop());

type Given = { card?: string; flow?: object; payer?: object; makeRecurrent?: boolean; externalID?: string };

async function create(invoiceID: string, { card = CARDS.good, ...fields }: Given = {}): Promise<HttpAnswer<any>> {
  const payer = { payerType: 'PaymentResourcePayer', contactInfo: {}, ...(await tokenise(merchant, card)) };
  return merchant.post(`/v2/processing/invoices/${invoiceID}/payments`, { flow: HOLD, payer, ...fields });
}

/** Creates a processed payment. */
async function approved(fields: Given = {}): Promise<CreatedPayment> {
  const { id: invoiceID } = await anInvoice(merchant, shopID);
  const { body } = await create(invoiceID, fields);
  const ref = { invoiceID, paymentID: body.id };
  await recordAuthorisation(api.store, ref, { connectorReference: 'reference', recurrentToken: 'token' });
  return ref;
}

async function aReadyCustomer(): Promise<string> {
  const { body } = await merchant.post('/v2/processing/customers', { shopID, contactInfo: {}, metadata: {} });
  const customerID = body.customer.id;
  const paymentResource = await tokenise(merchant, CARDS.good);
  const binding = await merchant.post(`/v2/processing/customers/${customerID}/bindings`, { paymentResource });
  await recordVerification(api.store, { customerID, bindingID: binding.body.id }, 'token');
  return customerID;
}

const decide = (ref: CreatedPayment, decision: string) =>
  merchant.post(buildPath(ref, `/${decision}`), { reason: 'why' });

const byCustomer = (customerID: string) => ({ payerType: 'CustomerPayer', customerID });
const byParent = (recurrentParentPayment: CreatedPayment) => ({
  payerType: 'RecurrentPayer',
  contactInfo: {},
  recurrentParentPayment,
});
const refusal = (code: string) => ({ status: 400, body: { code } });

test('a payment without a flow is instant', async () => {
  const { id } = await anInvoice(merchant, shopID);
  const payer = { payerType: 'PaymentResourcePayer', contactInfo: {}, ...(await tokenise(merchant, CARDS.good)) };
  const path = `/v2/processing/invoices/${id}/payments`;
  const { status, body } = await merchant.post<any>(path, { payer, externalID: 'no flow' });
  expect([status, body.flow]).toEqual([201, INSTANT]);
  expect((await create(id, { flow: INSTANT, externalID: 'no flow' })).body.id).toBe(body.id);
});

test('a response has the fields of the payer’s tokens, always empty', async () => {
  const { id, token } = await anInvoice(merchant, shopID);
  const made = await create(id);
  const path = `/v2/processing/invoices/${id}/payments/${made.body.id}`;
  const shown = { payer: { payerType: 'PaymentResourcePayer', paymentToolToken: '', paymentSession: '' } };
  expect(made.body).toMatchObject(shown);
  for (const caller of [merchant, merchant.as(token)]) expect((await caller.get(path)).body).toMatchObject(shown);
});

test('a timed-out payment is rejected for the payer, and the merchant sees the reason', async () => {
  const { id, token } = await anInvoice(merchant, shopID);
  const paymentID = (await create(id)).body.id;
  await recordFailure(api.store, { invoiceID: id, paymentID }, { code: 'timeout' });
  const path = `/v2/processing/invoices/${id}`;
  const seen = async (caller: HttpClient) => [
    (await caller.get<any>(`${path}/payments/${paymentID}`)).body.error,
    (await caller.get<any>(`${path}/events?limit=100`)).body.at(-1).changes[0].error,
  ];
  expect(await seen(merchant)).toEqual([{ code: 'timeout' }, { code: 'timeout' }]);
  expect(await seen(merchant.as(token))).toEqual([{ code: 'PaymentRejected' }, { code: 'PaymentRejected' }]);
});

test('the same card under a new token and the same external id is the first payment', async () => {
  const { id } = await anInvoice(merchant, shopID);
  const first = await create(id, { externalID: 'same' });
  expect(first.status).toBe(201);
  expect(await create(id, { externalID: 'same' })).toMatchObject({ status: 201, body: first.body });
  expect((await merchant.get(`/v2/processing/invoices/${id}/payments`)).body).toEqual([first.body]);
});

test.each<[string, Given]>([
  ['card', { card: '5555555555554444' }],
  ['flow', { flow: INSTANT }],
  ['end of the hold', { flow: { ...HOLD, onHoldExpiration: 'capture' } }],
  ['makeRecurrent', { makeRecurrent: true }],
  ['kind of payer', { payer: byCustomer('unknown') }],
])('another %s under the same external id is a conflict that names the first payment', async (what, other) => {
  const { id } = await anInvoice(merchant, shopID);
  const first = await create(id, { externalID: what });
  expect(await create(id, { externalID: what, ...other })).toMatchObject({
    status: 409,
    body: { externalID: what, id: first.body.id },
  });
});

test('another customer or another parent under the same external id is a conflict', async () => {
  const customers = [await aReadyCustomer(), await aReadyCustomer()].map(byCustomer);
  const parents = [await approved({ makeRecurrent: true }), await approved({ makeRecurrent: true })].map(byParent);
  for (const [payer, other] of [customers, parents]) {
    const { id } = await anInvoice(merchant, shopID);
    const externalID = `${id} once`;
    const first = await create(id, { payer, externalID });
    expect(first.status).toBe(201);
    expect((await create(id, { payer, externalID })).body).toEqual(first.body);
    expect(await create(id, { payer: other, externalID })).toMatchObject({
      status: 409,
      body: { externalID, id: '1' },
    });
  }
});

test('an invoice that is paid or cancelled takes no payment', async () => {
  const paid = await approved({ flow: INSTANT });
  await recordCapture(api.store, paid);
  const { id: cancelled } = await anInvoice(merchant, shopID);
  await merchant.post(`/v2/processing/invoices/${cancelled}/rescind`, { reason: 'why' });
  for (const id of [paid.invoiceID, cancelled]) expect(await create(id)).toMatchObject(refusal('invalidInvoiceStatus'));
});

test.each([
  ['shop', '/v2/processing/shops/demo-shop', 'invalidShopStatus'],
  ['party', '/v2/processing/me', 'invalidPartyStatus'],
])('a suspended %s takes no payment and decides no hold', async (_, path, code) => {
  const [held, unpaid] = [await approved(), await anInvoice(merchant, shopID)];
  expect((await merchant.put(`${path}/suspend`)).status).toBe(204);
  expect(await create(unpaid.id)).toMatchObject(refusal(code));
  for (const decision of ['capture', 'cancel']) expect(await decide(held, decision)).toMatchObject(refusal(code));
  expect((await merchant.put(`${path}/activate`)).status).toBe(204);
  expect((await create(unpaid.id)).status).toBe(201);
  expect((await decide(held, 'capture')).status).toBe(202);
});

test.each([
  ['shop', 'shops', 'invalidShopStatus'],
  ['party', 'parties', 'invalidPartyStatus'],
])('a blocked %s takes no payment and no hold, and gives a hold back', async (_, table, code) => {
  const block = (isBlocked: boolean) => api.store.database.search(`UPDATE ${table} SET is_blocked = $1`, [isBlocked]);
  const [held, unpaid] = [await approved(), await anInvoice(merchant, shopID)];
  await block(true);
  const created = await create(unpaid.id);
  const [captured, cancelled] = [await decide(held, 'capture'), await decide(held, 'cancel')];
  await block(false);
  expect([created, captured]).toMatchObject([refusal(code), refusal(code)]);
  expect(cancelled.status).toBe(202);
});

test('a payment in the instant flow cannot be captured or cancelled by hand', async () => {
  const ref = await approved({ flow: INSTANT });
  for (const decision of ['capture', 'cancel']) {
    expect(await decide(ref, decision)).toMatchObject(refusal('operationNotPermitted'));
  }
});

test('a token is valid with its own session only', async () => {
  const { id } = await anInvoice(merchant, shopID);
  const [{ paymentToolToken }, { paymentSession }] = [
    await tokenise(merchant, CARDS.good),
    await tokenise(merchant, CARDS.good),
  ];
  for (const session of [paymentSession, 'nonsense', undefined]) {
    const payer = { payerType: 'PaymentResourcePayer', contactInfo: {}, paymentToolToken, paymentSession: session };
    expect(await create(id, { payer })).toMatchObject(refusal('invalidPaymentSession'));
  }
});

test('a payment is found by its external id, within its party', async () => {
  const { id } = await anInvoice(merchant, shopID);
  const { body } = await create(id, { externalID: 'order 1/2' });
  for (const path of ['/v2/processing/payments', '/v2/processing/parties/demo-party/payments']) {
    const query = `${path}?externalID=${encodeURIComponent('order 1/2')}`;
    expect(await merchant.get(query)).toMatchObject({ status: 200, body });
    expect((await api.foreign.merchant.get(query)).status).toBe(404);
  }
});

test('the query of the payer page URL is not stored', async () => {
  const { body: resource } = await merchant.post('/v2/processing/payment-resources', {
    paymentTool: { paymentToolType: 'CardData', cardNumber: CARDS.good, expDate: '12/29' },
    clientInfo: { fingerprint: 'browser-1', url: 'https://shop.example/pay?order=secret#card' },
  });
  const { paymentToolToken, paymentSession, clientInfo } = resource;
  expect(clientInfo.url).toBe('https://shop.example/pay');
  const { id } = await anInvoice(merchant, shopID);
  const payer = { payerType: 'PaymentResourcePayer', contactInfo: {}, paymentToolToken, paymentSession };
  expect((await create(id, { payer })).body.payer.clientInfo).toEqual(clientInfo);
});
