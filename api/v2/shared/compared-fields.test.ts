import { setTimeout as sleep } from 'node:timers/promises';
import { CARDS, HOLD, INSTANT, anInvoice, tokenise } from '../../../tests/harness/factories/payment';
import { createPaymentResource } from '../../../store/payments/payment-tool/payment-tool-token';
import { recordAuthorisation, recordCapture } from '../../../store/payments/payment/payment.transitions';
import { startApi, type TestApi } from '../../../tests/harness/api';
import type { HttpAnswer, HttpClient } from '../../../tests/harness/http-client';
import { aVaultedCard } from '../../../tests/harness/vault';

/* A request with a known external id is compared in every field before it is validated. */

const ROOT = '/v2/processing';
const OTHER_SHOP = 'demo-shop-brief-hold';
const dueDate = new Date(Date.now() + 3_600_000).toISOString();
const past = new Date(0).toISOString();

let api: TestApi;
let merchant: HttpClient;
let shopID: string;

beforeAll(async () => {
  api = await startApi();
  ({ merchant, shopID } = api.own);
});

afterAll(() => api?.stop());

interface Case {
  path: string;
  given: Record<string, unknown>;
  /** Equivalent requests. */
  same: object[];
  /** Different requests; some would be invalid as new ones. */
  others: object[];
}

const invoice = (): Case => {
  const cart = [{ product: 'Чай', price: 500, quantity: 2 }];
  const bankAccount = { accountType: 'InvoiceRussianBankAccount', account: '4'.repeat(20), bankBik: '044525225' };
  return {
    path: `${ROOT}/invoices`,
    given: {
      ...{ shopID, dueDate, amount: 1_000, currency: 'RUB', product: 'Чай', cart, bankAccount },
      ...{ metadata: { a: 1, b: [2] }, description: 'Чёрный', clientInfo: { trustLevel: 'wellKnown' } },
    },
    same: [{ amount: undefined }, { metadata: { b: [2], a: 1 } }, { cart: [{ ...cart[0], cost: 1_000 }] }, { X: 1 }],
    others: [
      { metadata: { a: 1 } },
      { description: 'Зелёный' },
      { description: undefined },
      { clientInfo: { trustLevel: 'unknown' } },
      { randomizeAmount: { deviation: 10 } },
      { shopID: OTHER_SHOP },
      { shopID: 'no such shop' },
      { dueDate: past },
      { amount: 999 },
      { cart: [{ ...cart[0], price: 501 }] },
      { cart: undefined, amount: undefined },
      { currency: 'USD' },
    ],
  };
};

const template = (): Case => {
  const price = { costType: 'InvoiceTemplateLineCostUnlim' };
  const lifetime = { days: 1, months: 0, years: 0 };
  const details = { templateType: 'InvoiceTemplateSingleLine', product: 'Чай', price };
  return {
    path: `${ROOT}/invoice-templates`,
    given: {
      ...{ shopID, lifetime, details, name: 'Чайная', description: 'Чай' },
      ...{ metadata: { a: 1 }, randomizeAmount: { deviation: 10 } },
    },
    same: [{ metadata: { a: 1 } }],
    others: [
      { name: 'Кофейня' },
      { description: undefined },
      { metadata: { a: 2 } },
      { randomizeAmount: { deviation: 11 } },
      { shopID: 'no such shop' },
      { lifetime: { days: 0, months: 0, years: 0 } },
      {
        details: {
          templateType: 'InvoiceTemplateMultiLine',
          currency: 'RUB',
          cart: [
            { product: 'Чай', price: 1 },
            { product: 'Мёд', price: 2 },
          ],
        },
      },
    ],
  };
};

const customer = (): Case => ({
  path: `${ROOT}/customers`,
  given: { shopID, contactInfo: { email: 'anna@example.com' }, metadata: { a: 1 } },
  same: [{ metadata: { a: 1 } }],
  others: [
    { shopID: OTHER_SHOP },
    { shopID: 'no such shop' },
    { contactInfo: { email: 'olga@example.com' } },
    { metadata: { a: 2 } },
  ],
});

const payment = async (): Promise<Case> => {
  const { id } = await anInvoice(merchant, shopID);
  const rest = { payerType: 'PaymentResourcePayer', contactInfo: { email: 'anna@example.com' } };
  const payer = { ...rest, ...(await tokenise(merchant, CARDS.good)) };
  const another = { ...rest, ...(await tokenise(merchant, CARDS.noMoney)) };
  const again = { ...rest, ...(await tokenise(merchant, CARDS.good)) };
  return {
    path: `${ROOT}/invoices/${id}/payments`,
    given: { payer, flow: HOLD, metadata: { a: 1 } },
    same: [{ payer: again }, { processingDeadline: '30m' }, { makeRecurrent: false }],
    others: [
      { metadata: { a: 2 } },
      { flow: INSTANT },
      { makeRecurrent: true },
      { processingDeadline: '20m' },
      { processingDeadline: 'never' },
      { payer: another },
      { payer: { ...payer, paymentToolToken: 'nonsense' } },
      { payer: { ...payer, contactInfo: { email: 'olga@example.com' } } },
      { payer: { ...payer, sessionInfo: { redirectUrl: 'https://shop.example/other' } } },
      { payer: { payerType: 'CustomerPayer', customerID: 'no such customer' } },
    ],
  };
};

const refund = async (): Promise<Case> => {
  const { path, given } = await payment();
  const { body } = await merchant.post<any>(path, { ...given, flow: INSTANT });
  const ref = { invoiceID: path.split('/')[4] ?? '', paymentID: body.id as string };
  await recordAuthorisation(api.store, ref, { connectorReference: 'reference', recurrentToken: 'token' });
  await recordCapture(api.store, ref);
  return {
    path: `${path}/${ref.paymentID}/refunds`,
    given: { amount: 1_000, currency: 'RUB', reason: 'Передумал' },
    same: [{ reason: 'Передумал' }],
    others: [
      { reason: 'Сломалось' },
      { reason: undefined },
      { amount: 1_001 },
      { amount: 10 ** 12 },
      { currency: 'USD' },
    ],
  };
};

const binding = async (): Promise<Case> => {
  const made = await merchant.post<any>(customer().path, customer().given);
  const paymentResource = await tokenise(merchant, CARDS.good);
  return {
    path: `${ROOT}/customers/${made.body.customer.id}/bindings`,
    given: { paymentResource },
    same: [{ paymentResource: await tokenise(merchant, CARDS.good) }],
    others: [
      { paymentResource: await tokenise(merchant, CARDS.noMoney) },
      { paymentResource: { ...paymentResource, paymentToolToken: 'nonsense' } },
    ],
  };
};

const ofTemplate = async (): Promise<Case> => {
  const made = await merchant.post<any>(template().path, { ...template().given, randomizeAmount: undefined });
  return {
    path: `${ROOT}/invoice-templates/${made.body.invoiceTemplate.id}/invoices`,
    given: { amount: 500, currency: 'RUB', metadata: { a: 1 } },
    same: [{ metadata: { a: 1 } }],
    others: [
      { metadata: { a: 2 } },
      { metadata: undefined },
      { amount: 501 },
      { amount: undefined },
      { currency: 'USD' },
    ],
  };
};

const CASES: [string, () => Case | Promise<Case>][] = [
  ['an invoice', invoice],
  ['an invoice of a template', ofTemplate],
  ['a template', template],
  ['a customer', customer],
  ['a payment', payment],
  ['a binding', binding],
  ['a refund', refund],
];

/** The created entity: a field of the response, or the response itself. */
function createdBy({ body }: HttpAnswer<any>): any {
  return body.invoice ?? body.invoiceTemplate ?? body.customer ?? body;
}

test.each(CASES)('%s under a known external id compares every field of the request', async (_, make) => {
  const { path, given, same, others } = await make();
  const externalID = `compared-${Math.random()}`.slice(0, 40);
  const post = (fields: object = {}) => merchant.post<any>(path, { ...given, externalID, ...fields });
  const first = await post();
  expect(first.status).toBe(201);
  const { id } = createdBy(first);
  for (const fields of [{}, ...same]) {
    const again = await post(fields);
    expect([fields, again.status, createdBy(again)]).toEqual([fields, 201, createdBy(first)]);
  }
  const message = 'externalID has been used with other parameters';
  for (const fields of others) {
    const other = await post(fields);
    expect([fields, other.status, other.body]).toEqual([fields, 409, { externalID, id, message }]);
  }
});

test('a retry finds the invoice of a changed template', async () => {
  const { path, given } = await ofTemplate();
  const requested = { ...given, externalID: 'changed-template' };
  const first = await merchant.post<any>(path, requested);
  const details = {
    templateType: 'InvoiceTemplateSingleLine',
    product: 'Кофе',
    price: { costType: 'InvoiceTemplateLineCostUnlim' },
  };
  expect((await merchant.put(path.replace('/invoices', ''), { details })).status).toBe(200);
  expect((await merchant.post<any>(path, requested)).body.invoice).toEqual(first.body.invoice);
});

test('a retry with an expired token returns the first payment, and a new payment is refused', async () => {
  const { path, given } = await payment();
  const made = await createPaymentResource(
    {
      owner: { partyID: api.own.partyID },
      tool: await aVaultedCard(api, CARDS.good, { partyID: api.own.partyID, cardHolder: 'ANNA IVANOVA' }),
      details: { type: 'bankCard', bin: '424242', lastDigits: '4242', paymentSystem: 'visa' },
      clientInfo: { fingerprint: 'browser-1', ip: '127.0.0.1' },
    },
    api.store,
    new Date(Date.now() - 64 * 60_000 + 3_000),
  );
  const { paymentToolToken, paymentSession } = made;
  const payer = { ...(given['payer'] as object), paymentToolToken, paymentSession };
  const pay = (fields: object) => merchant.post<any>(path, { ...given, payer, ...fields });
  const first = await pay({ externalID: 'expiring' });
  expect(first.status).toBe(201);
  await sleep(3_000);
  expect(await pay({ externalID: 'expiring' })).toMatchObject({ status: 201, body: { id: first.body.id } });
  expect((await pay({ externalID: 'expiring', metadata: { a: 2 } })).status).toBe(409);
  expect(await pay({ externalID: 'new' })).toMatchObject({ status: 400, body: { code: 'invalidPaymentToolToken' } });
});
