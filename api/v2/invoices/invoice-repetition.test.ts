import { setTimeout as sleep } from 'node:timers/promises';
import { HOLD, CARDS, tokenise } from '../../../tests/harness/factories/payment';
import { startApi, type TestApi } from '../../../tests/harness/api';
import type { HttpClient } from '../../../tests/harness/http-client';

/* No worker runs here, so overdue invoices are not cancelled. */

const INVOICES = '/v2/processing/invoices';
const SHOP = '/v2/processing/shops/demo-shop';
const DUE_IN_MS = 4_000;

let api: TestApi;
let merchant: HttpClient;

beforeAll(async () => {
  api = await startApi();
  merchant = api.own.merchant;
});

afterAll(() => api?.stop());

const anInvoice = (fields: object = {}) => ({
  ...{ shopID: 'demo-shop', amount: 1_000, currency: 'RUB', product: 'Чай', metadata: {} },
  dueDate: new Date(Date.now() + DUE_IN_MS).toISOString(),
  ...fields,
});

test('an overdue invoice that is not cancelled yet refuses payments and rescission', async () => {
  const { id } = (await merchant.post(INVOICES, anInvoice())).body.invoice;
  const payer = { payerType: 'PaymentResourcePayer', ...(await tokenise(merchant, CARDS.good)), contactInfo: {} };
  await sleep(DUE_IN_MS);
  const overdue = { status: 400, body: { code: 'invalidInvoiceStatus', message: 'invoice is overdue' } };
  expect(await merchant.post(`${INVOICES}/${id}/payments`, { flow: HOLD, payer })).toMatchObject(overdue);
  expect(await merchant.post(`${INVOICES}/${id}/rescind`, { reason: 'late' })).toMatchObject(overdue);
  expect((await merchant.get(`${INVOICES}/${id}`)).body.status).toBe('unpaid');
});

test('a retried invoice is the first one although its due date has passed and its shop is suspended', async () => {
  const given = anInvoice({ externalID: 'again' });
  const { invoice } = (await merchant.post(INVOICES, given)).body;
  await merchant.put(`${SHOP}/suspend`);
  expect(await merchant.post(INVOICES, given)).toMatchObject({ status: 201, body: { invoice } });
  expect(await merchant.post(INVOICES, anInvoice())).toMatchObject({
    status: 400,
    body: { code: 'invalidShopStatus' },
  });
  await merchant.put(`${SHOP}/activate`);
  await sleep(DUE_IN_MS);
  expect(await merchant.post(INVOICES, given)).toMatchObject({ status: 201, body: { invoice } });
  const other = await merchant.post(INVOICES, { ...given, amount: 2_000 });
  expect([other.status, other.body.id]).toEqual([409, invoice.id]);
  const broken = await merchant.post(INVOICES, { ...given, amount: 'many' });
  expect([broken.status, broken.body.code]).toEqual([400, 'invalidRequest']);
  const past = await merchant.post(INVOICES, { ...given, externalID: undefined });
  expect([past.status, past.body.code]).toEqual([400, 'invalidRequest']);
});

test('a retried template is the first one although its shop is suspended', async () => {
  const price = { costType: 'InvoiceTemplateLineCostUnlim' };
  const given = {
    ...{ shopID: 'demo-shop', externalID: 'template', lifetime: { days: 1, months: 0, years: 0 } },
    details: { templateType: 'InvoiceTemplateSingleLine', product: 'Чай', price },
  };
  const make = () => merchant.post('/v2/processing/invoice-templates', given);
  const { invoiceTemplate } = (await make()).body;
  await merchant.put(`${SHOP}/suspend`);
  expect(await make()).toMatchObject({ status: 201, body: { invoiceTemplate } });
  await merchant.put(`${SHOP}/activate`);
});
