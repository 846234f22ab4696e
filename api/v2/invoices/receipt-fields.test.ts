import { invoiceMessage } from '../../../store/payments/invoice/invoice.message';
import { findInvoice } from '../../../store/payments/invoice/invoice.queries';
import { startApi, type TestApi } from '../../../tests/harness/api';
import type { HttpClient } from '../../../tests/harness/http-client';

/* What a line of a cart says for its receipt beside the contract: measure, marking code and agent. */

let api: TestApi;
let merchant: HttpClient;
let shopID: string;

beforeAll(async () => {
  api = await startApi();
  ({ merchant, shopID } = api.own);
});
afterAll(() => api?.stop());

const INVOICES = '/v2/processing/invoices';
const dueDate = new Date(Date.now() + 3_600_000).toISOString();
const supplier = { name: 'ООО «Ромашка»', inn: '7707083893', phones: ['+74955555550'] };
const markingCode = { type: 'gs_1m', value: '010460406000590021N4N57RTCBUZTQ\u001d93abcd' };
const marked = { product: 'Пальто', price: 5_000, quantity: 1, markingCode };
const cart = [
  { ...marked, agent: { type: 'agent', supplier } },
  {
    product: 'Карандаш',
    price: 10,
    markingCode: { type: 'raw', value: 'pack', part: { numerator: 1, denominator: 100 } },
  },
  { product: 'Ткань', price: 100, quantity: 30, measure: 'meter' },
];
const create = (fields: object) =>
  merchant.post(INVOICES, { shopID, dueDate, currency: 'RUB', product: 'Заказ', metadata: {}, ...fields });
const templateOf = (lines: object[]) => ({
  ...{ shopID, lifetime: { days: 1, months: 0, years: 0 } },
  details: { templateType: 'InvoiceTemplateMultiLine', cart: lines, currency: 'RUB' },
});

test('an invoice keeps them, shows them and tells them in its messages', async () => {
  const { status, body } = await create({ cart });
  expect([status, body.invoice?.cart]).toMatchObject([201, cart]);
  const shown = await merchant.get(`${INVOICES}/${body.invoice.id}`);
  expect(shown.body.cart).toMatchObject(cart);
  const invoice = await findInvoice(api.store.database, body.invoice.id);
  expect(invoiceMessage(invoice).cart).toMatchObject(cart);
});

test('an invoice by a template has those of the template', async () => {
  const template = await merchant.post('/v2/processing/invoice-templates', templateOf(cart));
  expect(template.status).toBe(201);
  const path = `/v2/processing/invoice-templates/${template.body.invoiceTemplate.id}/invoices`;
  const made = await merchant.post(path, { metadata: {} });
  expect([made.status, made.body.invoice?.cart]).toMatchObject([201, cart]);
});

test('a repeated creation compares them', async () => {
  const first = await create({ externalID: 'receipt-fields', cart });
  const again = await create({ externalID: 'receipt-fields', cart: cart.toReversed() });
  expect(again).toMatchObject({ status: 201, body: { invoice: { id: first.body.invoice.id } } });
  const others = [
    { ...cart[0], agent: undefined },
    { ...cart[0], markingCode: { ...markingCode, value: 'other' } },
    { ...cart[0], agent: { type: 'attorney', supplier } },
    { ...cart[0], quantity: 2 },
  ];
  for (const other of others) {
    const { status } = await create({ externalID: 'receipt-fields', cart: [other, ...cart.slice(1)] });
    expect([other, status]).toEqual([other, 409]);
  }
});

const withSupplier = (fields: object) => ({
  product: 'Чай',
  price: 100,
  agent: { type: 'agent', supplier: { ...supplier, ...fields } },
});

test.each<[string, object]>([
  ['quantity', { ...marked, quantity: 2 }],
  ['markingCode.value', { ...marked, markingCode: { ...markingCode, type: 'fur' } }],
  ['markingCode.value', { ...marked, markingCode: { ...markingCode, value: 'a\u001b[31m' } }],
  ['markingCode.value', { ...marked, markingCode: { ...markingCode, value: 'ёж' } }],
  ['markingCode.value', { ...marked, markingCode: { ...markingCode, value: '' } }],
  ['markingCode.type', { ...marked, markingCode: { ...markingCode, type: 'ean_13' } }],
  [
    'markingCode.part.numerator',
    { ...marked, markingCode: { ...markingCode, part: { numerator: 0, denominator: 2 } } },
  ],
  ['measure', { ...marked, markingCode: undefined, measure: 'pound' }],
  ['agent.supplier', { ...marked, agent: { type: 'agent' } }],
  ['agent.supplier.inn', withSupplier({ inn: '7707083894' })],
  ['agent.supplier.inn', withSupplier({ inn: '770708389' })],
  ['agent.supplier.phones', withSupplier({ phones: [] })],
  ['agent.supplier.phones[0]', withSupplier({ phones: ['8 495 555-55-50'] })],
  ['agent.supplier.name', withSupplier({ name: 'a'.repeat(191) })],
])('an invoice and a template with a wrong %s are refused with its place: %j', async (field, line) => {
  const plain = { product: 'Чай', price: 100 };
  const invoice = await create({ cart: [plain, line] });
  expect(invoice).toMatchObject({ status: 400, body: { code: 'invalidRequest' } });
  expect(invoice.body.message).toContain(`body.cart[1].${field}:`);
  const template = await merchant.post('/v2/processing/invoice-templates', templateOf([plain, line]));
  expect(template.status).toBe(400);
  expect(template.body.message).toContain(`body.details.cart[1].${field}:`);
});
