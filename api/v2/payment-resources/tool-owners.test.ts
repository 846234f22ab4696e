import { CARDS, INSTANT, anInvoice, tokenise } from '../../../tests/harness/factories/payment';
import { startApi, type TestApi } from '../../../tests/harness/api';
import type { HttpAnswer, HttpClient } from '../../../tests/harness/http-client';

let api: TestApi;
let merchant: HttpClient;

beforeAll(async () => {
  api = await startApi();
  ({ merchant } = api.own);
});

afterAll(async () => api?.stop());

/** Creates an invoice with a client for its payer. */
async function anOrder(): Promise<{ id: string; payer: HttpClient }> {
  const { id, token } = await anInvoice(merchant, api.own.shopID);
  return { id, payer: merchant.as(token) };
}

async function aCustomer(): Promise<{ id: string; payer: HttpClient }> {
  const given = { shopID: api.own.shopID, contactInfo: {}, metadata: {} };
  const { body } = await merchant.post('/v2/processing/customers', given);
  return { id: body.customer.id, payer: merchant.as(body.customerAccessToken.payload) };
}

const pay = (caller: HttpClient, invoiceID: string, resource: object): Promise<HttpAnswer<any>> =>
  caller.post(`/v2/processing/invoices/${invoiceID}/payments`, {
    flow: INSTANT,
    payer: { payerType: 'PaymentResourcePayer', contactInfo: {}, ...resource },
  });

const bind = (caller: HttpClient, customerID: string, paymentResource: object): Promise<HttpAnswer<any>> =>
  caller.post(`/v2/processing/customers/${customerID}/bindings`, { paymentResource });

const REFUSED = { status: 400, body: { code: 'invalidPaymentToolToken' } };

test('a tool of one party is refused for another', async () => {
  const { id } = await anOrder();
  const foreign = api.foreign.merchant;
  const theirs = await anInvoice(foreign, api.foreign.shopID);
  const mine = await tokenise(merchant.as((await anInvoice(merchant, api.own.shopID)).token), CARDS.good);
  for (const caller of [foreign, foreign.as(theirs.token)])
    expect(await pay(caller, theirs.id, mine)).toMatchObject(REFUSED);
  const given = { shopID: api.foreign.shopID, contactInfo: {}, metadata: {} };
  const { body } = await foreign.post('/v2/processing/customers', given);
  expect(await bind(foreign, body.customer.id, mine)).toMatchObject(REFUSED);
  // The refusal must not reveal that the invoice exists.
  expect((await pay(foreign, id, mine)).status).toBe(404);
});

test('a payer cannot pay or bind with another payer’s tool', async () => {
  const [first, second, customer, other] = [await anOrder(), await anOrder(), await aCustomer(), await aCustomer()];
  const resource = await tokenise(first.payer, CARDS.good);
  expect(await pay(second.payer, second.id, resource)).toMatchObject(REFUSED);
  expect(await bind(customer.payer, customer.id, resource)).toMatchObject(REFUSED);
  const saved = await tokenise(customer.payer, CARDS.good);
  expect(await bind(other.payer, other.id, saved)).toMatchObject(REFUSED);
  expect(await pay(second.payer, second.id, saved)).toMatchObject(REFUSED);
  expect((await pay(first.payer, first.id, resource)).status).toBe(201);
  expect((await bind(customer.payer, customer.id, saved)).status).toBe(201);
});

test('a tool stays valid under a renewed token of the same invoice', async () => {
  const { id, payer } = await anOrder();
  const resource = await tokenise(payer, CARDS.good);
  const renewed = await merchant.post(`/v2/processing/invoices/${id}/access-tokens`, {});
  expect((await pay(merchant.as(renewed.body.payload), id, resource)).status).toBe(201);
});

test('the merchant can use the tools of its payers and its own', async () => {
  const [first, second, third, customer] = [await anOrder(), await anOrder(), await anOrder(), await aCustomer()];
  const resource = await tokenise(first.payer, CARDS.good);
  expect((await pay(merchant, second.id, resource)).status).toBe(201);
  expect((await bind(merchant, customer.id, resource)).status).toBe(201);
  const own = await tokenise(merchant, CARDS.good);
  expect((await pay(third.payer, third.id, own)).status).toBe(201);
});
