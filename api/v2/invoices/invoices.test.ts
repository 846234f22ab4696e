import { httpClient, type HttpClient } from '../../../tests/harness/http-client';
import { startPlatform, type Platform } from '../../../tests/harness/platform';

let platform: Platform;
let merchant: HttpClient;

beforeAll(async () => {
  platform = await startPlatform({ processes: ['api'] });
  merchant = httpClient({ baseUrl: platform.apiUrl, token: platform.demo.apiKey });
});
afterAll(() => platform?.stop());

const INVOICES = '/v2/processing/invoices';
const dueDate = new Date(Date.now() + 3_600_000).toISOString();

function body(fields: object = {}): object {
  return {
    shopID: platform.demo.shopID,
    dueDate,
    amount: 10_000,
    currency: 'RUB',
    product: 'Заказ',
    metadata: {},
    ...fields,
  };
}

test('a hundred concurrent identical requests create one invoice and get the same response', async () => {
  const given = body({ externalID: 'hundred' });
  const answers = await Promise.all(Array.from({ length: 100 }, () => merchant.post(INVOICES, given)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body: answer }) => JSON.stringify(answer.invoice))).size).toBe(1);
});

test('an external id with other parameters is a conflict that names the first invoice', async () => {
  const first = await merchant.post(INVOICES, body({ externalID: 'conflict' }));
  const { status, body: conflict } = await merchant.post(INVOICES, body({ externalID: 'conflict', amount: 20_000 }));
  expect(status).toBe(409);
  expect(conflict).toEqual({ externalID: 'conflict', id: first.body.invoice.id, message: expect.any(String) });
});

const bankAccount = {
  accountType: 'InvoiceRussianBankAccount',
  account: '40702810900000000001',
  bankBik: '044525225',
};

test('a reordered cart is the same invoice, other differences are a conflict', async () => {
  const cart = [
    { product: 'Чай', price: 150, quantity: 2, taxMode: { type: 'InvoiceLineTaxVAT', rate: '20%' } },
    { product: 'Кофе', price: 400, quantity: 1 },
  ];
  const given = { externalID: 'compared', amount: 700, cart, bankAccount };
  const first = await merchant.post(INVOICES, body(given));
  const again = await merchant.post(INVOICES, body({ ...given, cart: cart.toReversed() }));
  expect(again).toMatchObject({ status: 201, body: { invoice: first.body.invoice } });
  const others = [
    { product: 'Другой заказ' },
    { dueDate: new Date(Date.parse(dueDate) + 1).toISOString() },
    { bankAccount: { ...bankAccount, account: '40702810900000000002' } },
    { cart: [cart[0], { ...cart[1], product: 'Какао' }] },
    { cart: cart.map(({ taxMode: _, ...line }) => line) },
  ];
  for (const other of others) {
    expect(await merchant.post(INVOICES, body({ ...given, ...other }))).toMatchObject({
      status: 409,
      body: { externalID: 'compared', id: first.body.invoice.id },
    });
  }
});

test('without an external id every request creates an invoice', async () => {
  const [one, two] = await Promise.all([merchant.post(INVOICES, body()), merchant.post(INVOICES, body())]);
  expect(one.body.invoice.id).not.toBe(two.body.invoice.id);
});

test('a cart determines the amount and the cost of each line', async () => {
  const cart = [
    { product: 'Чай', price: 150, quantity: 2, taxMode: { type: 'InvoiceLineTaxVAT', rate: '20%' } },
    { product: 'Кофе', price: 400, quantity: 1 },
  ];
  const { status, body: answer } = await merchant.post(INVOICES, body({ amount: undefined, cart }));
  expect(status).toBe(201);
  expect(answer.invoice.amount).toBe(700);
  expect(answer.invoice.cart).toEqual([
    { ...cart[0], cost: 300 },
    { ...cart[1], cost: 400 },
  ]);
});

test.each([
  ['no amount and no cart', { amount: undefined }, 'invalidInvoiceCost'],
  ['an amount that is not the total', { cart: [{ product: 'Чай', price: 1, quantity: 1 }] }, 'invalidInvoiceCost'],
  ['an empty cart', { amount: undefined, cart: [] }, 'invalidInvoiceCart'],
  ['a shop that is not there', { shopID: 'no-such-shop' }, 'invalidShopID'],
  ['another party', { partyID: 'another-party' }, 'invalidPartyID'],
  ['a currency that the shop does not take', { currency: 'USD' }, 'invoiceTermsViolated'],
  ['a due date in the past', { dueDate: '2020-01-01T00:00:00Z' }, 'invalidRequest'],
  ['a due date that is no date', { dueDate: 'soon' }, 'invalidRequest'],
  ['a product of 101 characters', { product: 'x'.repeat(101) }, 'invalidRequest'],
])('%s is refused', async (_what, fields, code) => {
  const { status, body: answer } = await merchant.post(INVOICES, body(fields));
  expect({ status, code: answer.code }).toEqual({ status: 400, code });
});

test('an invoice is found by its id and by its external id', async () => {
  const { body: created } = await merchant.post(INVOICES, body({ externalID: 'find-me' }));
  const { id } = created.invoice;
  expect((await merchant.get(`${INVOICES}/${id}`)).body).toEqual(created.invoice);
  expect((await merchant.get(`${INVOICES}?externalID=find-me`)).body).toEqual(created.invoice);
  expect((await merchant.get(`${INVOICES}?externalID=unknown`)).status).toBe(404);
});

test('an unpaid invoice can be rescinded once, and not fulfilled', async () => {
  const { body: created } = await merchant.post(INVOICES, body());
  const path = `${INVOICES}/${created.invoice.id}`;
  expect((await merchant.post(`${path}/fulfill`, { reason: 'x' })).body.code).toBe('invalidInvoiceStatus');
  expect((await merchant.post(`${path}/rescind`, { reason: 'changed my mind' })).status).toBe(204);
  expect((await merchant.post(`${path}/rescind`, { reason: 'again' })).body.code).toBe('invalidInvoiceStatus');
  const { body: invoice } = await merchant.get(path);
  expect(invoice).toMatchObject({ status: 'cancelled', reason: 'changed my mind' });
});

test('events are read page by page', async () => {
  const { body: created } = await merchant.post(INVOICES, body());
  const path = `${INVOICES}/${created.invoice.id}`;
  await merchant.post(`${path}/rescind`, { reason: 'x' });
  const first = await merchant.get(`${path}/events?limit=1`);
  expect(first.body).toMatchObject([
    { id: 1, changes: [{ changeType: 'InvoiceCreated', invoice: { status: 'unpaid' } }] },
  ]);
  const second = await merchant.get(`${path}/events?limit=10&eventID=1`);
  expect(second.body).toMatchObject([
    { id: 2, changes: [{ changeType: 'InvoiceStatusChanged', status: 'cancelled', reason: 'x' }] },
  ]);
  expect((await merchant.get(`${path}/events?limit=10&eventID=2`)).body).toEqual([]);
  expect(await merchant.get(`${path}/events?limit=10&eventID=3`)).toMatchObject({
    status: 404,
    body: { message: 'Event not found' },
  });
  expect((await merchant.get(`${path}/events`)).body.code).toBe('invalidRequest');
});

test('a new access token reads its invoice and the payment methods', async () => {
  const { body: created } = await merchant.post(INVOICES, body());
  const path = `${INVOICES}/${created.invoice.id}`;
  const { status, body: token } = await merchant.post(`${path}/access-tokens`);
  expect(status).toBe(201);
  const payer = merchant.as(token.payload);
  expect((await payer.get(path)).body.id).toBe(created.invoice.id);
  const methods = await payer.get(`${path}/payment-methods`);
  expect(methods.body).toContainEqual(expect.objectContaining({ method: 'BankCard' }));
});
