import {
  INSTANT,
  HOLD,
  anInvoice,
  ledgerFaults,
  tokenise,
  untilPayment,
} from '../../../tests/harness/factories/payment';
import { startMerchantPlatform, type MerchantPlatform } from '../../../tests/harness/platform';
import { buildPath } from '../../../tests/harness/factories/payment';
import { untilBody } from '../../../tests/harness/http-client';
import type { HttpClient } from '../../../tests/harness/http-client';
import { eventContradictions } from '../../../tests/harness/event-specification';
import { startWebhookReceiver, type WebhookReceiver } from '../../../tests/harness/webhook-receiver';

const GOOD = '4242424242424242';
const NO_MONEY = '4000000000000002';
const THREE_D_SECURE = '4012888888881881';

let harness: MerchantPlatform;
let receiver: WebhookReceiver;

beforeAll(async () => {
  harness = await startMerchantPlatform();
  receiver = await startWebhookReceiver();
  const eventTypes = ['CustomerCreated', 'CustomerDeleted', 'CustomerReady'];
  const bindingTypes = ['CustomerBindingStarted', 'CustomerBindingSucceeded', 'CustomerBindingFailed'];
  const scope = { topic: 'CustomersTopic', shopID: harness.shopID, eventTypes: [...eventTypes, ...bindingTypes] };
  expect((await harness.merchant.post('/v2/processing/webhooks', { url: receiver.url, scope })).status).toBe(201);
});

afterAll(async () => {
  await receiver?.close();
  await harness?.stop();
});

const ROOT = '/v2/processing/customers';
const contactInfo = { email: 'anna@example.com', phoneNumber: '+79991234567' };

async function aCustomer(fields: object = {}): Promise<{ id: string; payer: HttpClient }> {
  const answer = await harness.merchant.post(ROOT, {
    shopID: harness.shopID,
    contactInfo,
    metadata: { loyalty: 'gold' },
    ...fields,
  });
  expect(answer.status).toBe(201);
  return { id: answer.body.customer.id, payer: harness.merchant.as(answer.body.customerAccessToken.payload) };
}

async function bind(customer: { id: string; payer: HttpClient }, card: string, fields: object = {}): Promise<any> {
  const paymentResource = await tokenise(customer.payer, card);
  return customer.payer.post(`${ROOT}/${customer.id}/bindings`, { paymentResource, ...fields });
}

const ended = (client: HttpClient, customerID: string, bindingID: string) =>
  untilBody<any>(
    () => client.get(`${ROOT}/${customerID}/bindings/${bindingID}`),
    ({ status }) => status !== 'pending',
  );

async function aReadyCustomer(): Promise<{ id: string; payer: HttpClient }> {
  const customer = await aCustomer();
  const { body } = await bind(customer, GOOD);
  expect((await ended(customer.payer, customer.id, body.id)).status).toBe('succeeded');
  return customer;
}

async function payBy(payer: object, fields: object = {}, shopID = harness.shopID): Promise<any> {
  const invoice = await anInvoice(harness.merchant, shopID);
  const path = `/v2/processing/invoices/${invoice.id}/payments`;
  const answer = await harness.merchant.post(path, { flow: INSTANT, payer, ...fields });
  return { ...answer, ref: { invoiceID: invoice.id, paymentID: answer.body.id } };
}

const readChanges = async (client: HttpClient, id: string): Promise<any[]> =>
  (await client.get(`${ROOT}/${id}/events?limit=100`)).body.flatMap(({ changes }: any) => changes);

const refusal = (code: string) => ({ status: 400, body: { code } });

test('a customer becomes ready by a binding, which is notified, and pays without the payer present', async () => {
  const customer = await aCustomer();
  expect(await customer.payer.get(`${ROOT}/${customer.id}`)).toMatchObject({
    status: 200,
    body: { status: 'unready', shopID: harness.shopID, contactInfo, metadata: { loyalty: 'gold' } },
  });
  const created = await bind(customer, GOOD);
  expect(created).toMatchObject({
    status: 201,
    body: { status: 'pending', paymentResource: { paymentToolDetails: { cardNumberMask: '424242******4242' } } },
  });
  await ended(customer.payer, customer.id, created.body.id);
  expect((await harness.merchant.get(`${ROOT}/${customer.id}`)).body.status).toBe('ready');
  expect((await customer.payer.get(`${ROOT}/${customer.id}/events?limit=9&eventID=9`)).status).toBe(404);
  expect((await readChanges(customer.payer, customer.id)).map(({ changeType }) => changeType)).toEqual([
    'CustomerBindingStarted',
    'CustomerBindingStatusChanged',
  ]);

  const payment = await payBy({ payerType: 'CustomerPayer', customerID: customer.id });
  expect(payment).toMatchObject({ status: 201, body: { payer: { customerID: customer.id } } });
  await untilPayment(harness.merchant, payment.ref, 'captured');

  const mine = () => receiver.accepted().filter((one) => one.json<any>().customer.id === customer.id);
  await receiver.until(() => mine().length >= 4);
  expect(mine().map((one) => one.json<any>().eventType)).toEqual([
    'CustomerCreated',
    'CustomerBindingStarted',
    'CustomerBindingSucceeded',
    'CustomerReady',
  ]);
  expect(mine()[2]?.json()).toMatchObject({
    topic: 'CustomersTopic',
    customer: { id: customer.id, status: 'ready', contactInfo },
    binding: { id: created.body.id, status: 'succeeded', paymentResource: { paymentToolToken: '' } },
  });
});

test('a card with 3-D Secure is bound once its payer has confirmed', async () => {
  const customer = await aCustomer();
  const { body } = await bind(customer, THREE_D_SECURE);
  const requested = await untilBody<any[]>(
    async () => ({ body: await readChanges(customer.payer, customer.id) }) as any,
    (changes) => changes.length >= 2,
  );
  expect(requested[1]).toMatchObject({
    changeType: 'CustomerBindingInteractionRequested',
    customerBindingID: body.id,
    userInteraction: { interactionType: 'Redirect' },
  });
  await decide(`binding/${customer.id}.${body.id}/verify`, 'confirm');
  expect((await ended(customer.payer, customer.id, body.id)).status).toBe('succeeded');
  expect((await readChanges(customer.payer, customer.id)).slice(2)).toEqual([
    expect.objectContaining({ changeType: 'CustomerBindingInteractionCompleted', customerBindingID: body.id }),
    { changeType: 'CustomerBindingStatusChanged', customerBindingID: body.id, status: 'succeeded' },
  ]);
});

async function decide(operationID: string, decision: string): Promise<void> {
  const path = `${harness.platform.sandboxUrl}/interactions/${encodeURIComponent(operationID)}`;
  const headers = { 'Content-Type': 'application/json' };
  expect((await fetch(path, { method: 'POST', headers, body: JSON.stringify({ decision }) })).ok).toBe(true);
}

test('a refused binding fails with more details for the merchant than for the payer', async () => {
  const customer = await aCustomer();
  const { body } = await bind(customer, NO_MONEY);
  expect(await ended(harness.merchant, customer.id, body.id)).toMatchObject({
    status: 'failed',
    error: { code: 'authorization_failed', message: 'authorization_failed:insufficient_funds' },
  });
  expect((await ended(customer.payer, customer.id, body.id)).error.code).toBe('InsufficientFunds');

  const other = await bind(customer, THREE_D_SECURE);
  await untilBody<any[]>(
    async () => ({ body: await readChanges(customer.payer, customer.id) }) as any,
    (changes) => changes.some(({ changeType }) => changeType === 'CustomerBindingInteractionRequested'),
  );
  await decide(`binding/${customer.id}.${other.body.id}/verify`, 'refuse');
  expect((await ended(customer.payer, customer.id, other.body.id)).error.code).toBe('PreauthorizationFailed');
  expect((await harness.merchant.get(`${ROOT}/${customer.id}`)).body.status).toBe('unready');
  const payment = await payBy({ payerType: 'CustomerPayer', customerID: customer.id });
  expect(payment).toMatchObject(refusal('operationNotPermitted'));
  expect((await customer.payer.get(`${ROOT}/${customer.id}/bindings`)).body).toHaveLength(2);
});

test('external ids make creating customers and bindings idempotent', async () => {
  const externalID = `customer-${Date.now()}`;
  const first = await aCustomer({ externalID });
  expect((await aCustomer({ externalID })).id).toBe(first.id);
  const other = { shopID: harness.shopID, contactInfo, metadata: {}, externalID };
  expect(await harness.merchant.post(ROOT, other)).toMatchObject({ status: 409, body: { externalID, id: first.id } });

  const binding = await bind(first, GOOD, { externalID });
  expect((await bind(first, GOOD, { externalID })).body.id).toBe(binding.body.id);
  expect(await bind(first, NO_MONEY, { externalID })).toMatchObject({ status: 409, body: { id: binding.body.id } });

  expect((await harness.merchant.delete(`${ROOT}/${first.id}`)).status).toBe(204);
  const second = await aCustomer({ externalID });
  expect(second.id).not.toBe(first.id);
  const again = await bind(second, GOOD, { externalID });
  expect([again.status, again.body.externalID]).toEqual([201, externalID]);
});

test('a deleted customer is not found and cannot pay', async () => {
  const customer = await aReadyCustomer();
  const externalID = `by-${customer.id}`;
  const payer = { payerType: 'CustomerPayer', customerID: customer.id };
  const invoice = await anInvoice(harness.merchant, harness.shopID);
  const path = `/v2/processing/invoices/${invoice.id}/payments`;
  const paid = await harness.merchant.post(path, { flow: INSTANT, payer, externalID });
  expect(paid.status).toBe(201);
  expect((await harness.merchant.delete(`${ROOT}/${customer.id}`)).status).toBe(204);
  for (const below of ['', '/bindings', '/events?limit=1', '/payment-methods']) {
    expect((await customer.payer.get(`${ROOT}/${customer.id}${below}`)).status).toBe(404);
  }
  expect((await harness.merchant.delete(`${ROOT}/${customer.id}`)).status).toBe(404);
  expect((await harness.merchant.post(`${ROOT}/${customer.id}/access-tokens`)).status).toBe(404);
  expect(await payBy(payer)).toMatchObject(refusal('invalidRequest'));
  const again = await harness.merchant.post(path, { flow: INSTANT, payer, externalID });
  expect(again).toMatchObject({ status: 201, body: { id: paid.body.id } });
  const [kept] = await harness.sql<{ count: string }>(
    'SELECT count(*) FROM customer_bindings WHERE customer_id = $1 AND encrypted_recurrent_token IS NOT NULL',
    [customer.id],
  );
  expect(Number(kept?.count)).toBe(0);
});

test('only cards with valid tokens are bound, in shops whose terms allow it', async () => {
  const customer = await aCustomer();
  const path = `${ROOT}/${customer.id}/bindings`;
  const tokenised = await customer.payer.post('/v2/processing/payment-resources', {
    paymentTool: { paymentToolType: 'PaymentTerminalData', provider: 'euroset' },
    clientInfo: { fingerprint: 'browser-1' },
  });
  const { paymentToolToken, paymentSession } = tokenised.body;
  const post = (paymentResource: object) => customer.payer.post(path, { paymentResource });
  expect(await post({ paymentToolToken, paymentSession })).toMatchObject(refusal('invalidPaymentResource'));
  expect(await post({ paymentToolToken: 'x', paymentSession })).toMatchObject(refusal('invalidPaymentToolToken'));
  const card = await tokenise(customer.payer, GOOD);
  expect(await post({ ...card, paymentSession })).toMatchObject(refusal('invalidPaymentSession'));
  const methods = (await customer.payer.get(`${ROOT}/${customer.id}/payment-methods`)).body;
  expect(methods).toMatchObject([{ method: 'BankCard' }]);

  const body = { shopID: harness.shopID, contactInfo, metadata: {} };
  expect(await harness.merchant.post(ROOT, { ...body, shopID: 'none' })).toMatchObject(refusal('invalidShopID'));
  expect(await harness.merchant.post(ROOT, { ...body, partyID: 'other' })).toMatchObject(refusal('invalidPartyID'));
  const set = (what: string) => harness.sql(`UPDATE shops SET ${what} WHERE id = $1`, [harness.shopID]);
  await set(`terms = '{"recurrent": false}'`);
  expect(await harness.merchant.post(ROOT, body)).toMatchObject(refusal('operationNotPermitted'));
  expect(await post(card)).toMatchObject(refusal('operationNotPermitted'));
  await set(`terms = '{}', is_suspended = true`);
  expect(await post(card)).toMatchObject(refusal('invalidShopStatus'));
  expect(await harness.merchant.delete(`${ROOT}/${customer.id}`)).toMatchObject(refusal('invalidShopStatus'));
  await set('is_suspended = false');
});

test('a customer token is valid for that customer only', async () => {
  const [one, other] = [await aCustomer(), await aCustomer()];
  expect((await one.payer.get(`${ROOT}/${other.id}`)).status).toBe(404);
  expect((await bind({ id: other.id, payer: one.payer }, GOOD)).status).toBe(401);
  expect((await one.payer.delete(`${ROOT}/${one.id}`)).status).toBe(401);
  const { body } = await harness.merchant.post(`${ROOT}/${one.id}/access-tokens`);
  expect((await harness.merchant.as(body.payload).get(`${ROOT}/${one.id}`)).status).toBe(200);
});

test('a recurrent payment repeats its parent and may be a parent itself', async () => {
  const parent = await harness.captured({ payment: { makeRecurrent: true } });
  const payer = (ref: object) => ({ payerType: 'RecurrentPayer', contactInfo, recurrentParentPayment: ref });
  const child = await payBy(payer(parent), { makeRecurrent: true, flow: HOLD });
  expect(child).toMatchObject({ status: 201, body: { payer: { recurrentParentPayment: parent } } });
  await untilPayment(harness.merchant, child.ref, 'processed');
  const grandchild = await payBy(payer(child.ref));
  expect((await untilPayment(harness.merchant, grandchild.ref, 'captured')).payer.paymentToolDetails).toMatchObject({
    cardNumberMask: '424242******4242',
  });
  expect((await harness.merchant.get(buildPath(grandchild.ref))).body.makeRecurrent).toBe(false);
  expect(await payBy(payer(grandchild.ref))).toMatchObject(refusal('invalidRecurrentParent'));
});

const makeOtherShop = async () =>
  harness.sql(
    `INSERT INTO shops (id, party_id, currency, category_id, contract_id, location_url, name)
     SELECT 'other-shop', party_id, currency, category_id, contract_id, location_url, name FROM shops WHERE id = $1
     ON CONFLICT DO NOTHING`,
    [harness.shopID],
  );

test('a payment that cannot be a parent is refused', async () => {
  const payer = (ref: object) => ({ payerType: 'RecurrentPayer', contactInfo, recurrentParentPayment: ref });
  expect(await payBy(payer({ invoiceID: 'none', paymentID: '1' }))).toMatchObject(refusal('invalidRecurrentParent'));
  const plain = await harness.captured();
  expect(await payBy(payer(plain))).toMatchObject(refusal('invalidRecurrentParent'));

  const invoice = await anInvoice(harness.merchant, harness.shopID);
  const resource = await tokenise(harness.merchant, NO_MONEY);
  const path = `/v2/processing/invoices/${invoice.id}/payments`;
  const failing = { payerType: 'PaymentResourcePayer', contactInfo, ...resource };
  const { body } = await harness.merchant.post(path, { flow: INSTANT, makeRecurrent: true, payer: failing });
  const failed = { invoiceID: invoice.id, paymentID: body.id };
  await untilPayment(harness.merchant, failed, 'failed');
  expect(await payBy(payer(failed))).toMatchObject(refusal('invalidRecurrentParent'));

  await makeOtherShop();
  const parent = await harness.captured({ payment: { makeRecurrent: true } });
  expect(await payBy(payer(parent), {}, 'other-shop')).toMatchObject(refusal('invalidRecurrentParent'));
  const customer = await aReadyCustomer();
  const byCustomer = { payerType: 'CustomerPayer', customerID: customer.id };
  expect(await payBy(byCustomer, {}, 'other-shop')).toMatchObject(refusal('invalidRequest'));
});

test('an invoice token cannot charge a saved card, and the refusal says why', async () => {
  const parent = await harness.captured({ payment: { makeRecurrent: true } });
  const customer = await aReadyCustomer();
  const invoice = await anInvoice(harness.merchant, harness.shopID);
  const path = `/v2/processing/invoices/${invoice.id}/payments`;
  const saved = [
    { payerType: 'CustomerPayer', customerID: customer.id },
    { payerType: 'RecurrentPayer', contactInfo, recurrentParentPayment: parent },
  ];
  for (const payer of saved) {
    const { status, body } = await harness.merchant.as(invoice.token).post(path, { flow: INSTANT, payer });
    const message = expect.stringContaining(payer.payerType);
    expect([status, body]).toEqual([400, { code: 'operationNotPermitted', message }]);
  }
  expect((await harness.merchant.get(path)).body).toEqual([]);
  expect((await harness.merchant.post(path, { flow: INSTANT, payer: saved[0] })).status).toBe(201);
});

test('an invoice token charges a customer of its shop where the terms allow it, and no other one', async () => {
  const setTerm = (isAllowed: boolean) =>
    harness.sql(
      `UPDATE shops SET terms = terms || jsonb_build_object('customersPayByToken', $2::boolean) WHERE id = $1`,
      [...[harness.shopID, isAllowed]],
    );
  const customer = await aReadyCustomer();
  const invoice = await anInvoice(harness.merchant, harness.shopID);
  const path = `/v2/processing/invoices/${invoice.id}/payments`;
  const payAs = (fields: object) => harness.merchant.as(invoice.token).post(path, { flow: INSTANT, payer: fields });
  await makeOtherShop();
  await setTerm(true);
  await harness.sql(`UPDATE customers SET shop_id = 'other-shop' WHERE id = $1`, [customer.id]);
  expect(await payAs({ payerType: 'CustomerPayer', customerID: customer.id })).toMatchObject(refusal('invalidRequest'));
  expect(await payAs({ payerType: 'CustomerPayer', customerID: 'none' })).toMatchObject(refusal('invalidRequest'));
  await harness.sql(`UPDATE customers SET shop_id = $2 WHERE id = $1`, [customer.id, harness.shopID]);
  const parent = await harness.captured({ payment: { makeRecurrent: true } });
  const asRecurrent = { payerType: 'RecurrentPayer', contactInfo, recurrentParentPayment: parent };
  expect(await payAs(asRecurrent)).toMatchObject(refusal('operationNotPermitted'));
  const paid = await payAs({ payerType: 'CustomerPayer', customerID: customer.id });
  expect(paid).toMatchObject({ status: 201, body: { payer: { customerID: customer.id } } });
  await untilPayment(harness.merchant, { invoiceID: invoice.id, paymentID: paid.body.id }, 'captured');
  await setTerm(false);
});

test('every message conforms to its specification', () => {
  expect(receiver.deliveries.length).toBeGreaterThan(0);
  expect(receiver.deliveries.flatMap((one) => eventContradictions(one.json()))).toEqual([]);
});

test('the ledger is consistent at the end', async () => {
  expect(await ledgerFaults(harness.platform.databaseUrl)).toEqual([]);
});
