import { CARDS, HOLD, anInvoice, tokenise } from '../../../tests/harness/factories/payment';
import { startApi, type TestApi } from '../../../tests/harness/api';
import type { HttpAnswer, HttpClient } from '../../../tests/harness/http-client';

/* The merchant's key and payers' access tokens have separate namespaces of external ids. */

let api: TestApi;
let merchant: HttpClient;
let shopID: string;

beforeAll(async () => {
  api = await startApi();
  ({ merchant, shopID } = api.own);
});

afterAll(async () => api?.stop());

async function anOrder(): Promise<{ id: string; payer: HttpClient }> {
  const { id, token } = await anInvoice(merchant, shopID);
  return { id, payer: merchant.as(token) };
}

async function pay(caller: HttpClient, invoiceID: string, externalID: string, card: string = CARDS.good) {
  const payer = { payerType: 'PaymentResourcePayer', contactInfo: {}, ...(await tokenise(caller, card)) };
  const path = `/v2/processing/invoices/${invoiceID}/payments`;
  return caller.post<any>(path, { externalID, flow: HOLD, payer });
}

const found = (externalID: string): Promise<HttpAnswer<any>> =>
  merchant.get(`/v2/processing/payments?externalID=${externalID}`);

test('a payer’s external id does not block the same id of the merchant', async () => {
  const [theirs, mine] = [await anOrder(), await anOrder()];
  const squatted = await pay(theirs.payer, theirs.id, 'order-7');
  expect([squatted.status, squatted.body.externalID]).toEqual([201, 'order-7']);
  const own = await pay(merchant, mine.id, 'order-7', '5555555555554444');
  expect([own.status, own.body.invoiceID]).toEqual([201, mine.id]);
  expect((await found('order-7')).body).toEqual(own.body);
  expect((await pay(merchant, mine.id, 'order-7', '5555555555554444')).body).toEqual(own.body);
});

test('a payer’s retry returns the payment, independent of payers of other invoices', async () => {
  const [first, second] = [await anOrder(), await anOrder()];
  const paid = await pay(first.payer, first.id, 'pay');
  expect(await pay(first.payer, first.id, 'pay')).toMatchObject({ status: 201, body: paid.body });
  expect(await pay(first.payer, first.id, 'pay', CARDS.noMoney)).toMatchObject({
    status: 409,
    body: { externalID: 'pay', id: paid.body.id },
  });
  expect((await pay(second.payer, second.id, 'pay')).body.invoiceID).toBe(second.id);
});

test('64 clicks of a payer create one payment', async () => {
  const { id, payer } = await anOrder();
  const resource = await tokenise(payer, CARDS.good);
  const body = {
    externalID: 'clicks',
    flow: HOLD,
    payer: { payerType: 'PaymentResourcePayer', contactInfo: {}, ...resource },
  };
  const path = `/v2/processing/invoices/${id}/payments`;
  const answers = await Promise.all(Array.from({ length: 64 }, () => payer.post<any>(path, body)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`))).toEqual(new Set(['201 1']));
});

test('a payment named by a payer only is found by that external id', async () => {
  const [first, second] = [await anOrder(), await anOrder()];
  const paid = await pay(first.payer, first.id, 'page-1');
  await pay(second.payer, second.id, 'page-1');
  expect((await found('page-1')).body).toEqual(paid.body);
  expect((await found('page-2')).status).toBe(404);
});

test('external ids under a template’s token are separate from the merchant’s', async () => {
  const price = { costType: 'InvoiceTemplateLineCostUnlim' };
  const details = { templateType: 'InvoiceTemplateSingleLine', product: 'Чай', price };
  const lifetime = { days: 1, months: 0, years: 0 };
  const made = await merchant.post<any>('/v2/processing/invoice-templates', { shopID, lifetime, details });
  const holder = merchant.as(made.body.invoiceTemplateAccessToken.payload);
  const path = `/v2/processing/invoice-templates/${made.body.invoiceTemplate.id}/invoices`;
  const rub = (amount: number) => ({ externalID: 'cart-1', amount, currency: 'RUB' });
  const squatted = await holder.post<any>(path, rub(1));
  expect(squatted.status).toBe(201);
  expect((await holder.post<any>(path, rub(1))).body.invoice).toEqual(squatted.body.invoice);
  expect((await holder.post<any>(path, rub(2))).status).toBe(409);
  const byName = () => merchant.get<any>('/v2/processing/invoices?externalID=cart-1');
  expect((await byName()).body).toEqual(squatted.body.invoice);
  const own = await merchant.post<any>(path, rub(5_000));
  expect([own.status, own.body.invoice.amount]).toEqual([201, 5_000]);
  expect((await byName()).body).toEqual(own.body.invoice);
  const plain = await anInvoice(merchant, shopID, { externalID: 'cart-2' });
  expect((await holder.post<any>(path, { ...rub(1), externalID: 'cart-2' })).body.invoice.id).not.toBe(plain.id);
});

test('external ids of a payer’s bindings are separate from the merchant’s', async () => {
  const given = { shopID, contactInfo: {}, metadata: {} };
  const { body } = await merchant.post<any>('/v2/processing/customers', given);
  const payer = merchant.as(body.customerAccessToken.payload);
  const bind = async (caller: HttpClient, card: string) =>
    caller.post<any>(`/v2/processing/customers/${body.customer.id}/bindings`, {
      externalID: 'card-1',
      paymentResource: await tokenise(caller, card),
    });
  const squatted = await bind(payer, CARDS.good);
  const own = await bind(merchant, CARDS.noMoney);
  expect([squatted.status, own.status]).toEqual([201, 201]);
  expect((await bind(payer, CARDS.good)).body.id).toBe(squatted.body.id);
  expect((await bind(merchant, CARDS.noMoney)).body.id).toBe(own.body.id);
});
