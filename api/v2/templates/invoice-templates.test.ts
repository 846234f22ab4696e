import { startApi, type TestApi } from '../../../tests/harness/api';
import type { HttpClient } from '../../../tests/harness/http-client';

let api: TestApi;
let merchant: HttpClient;

beforeAll(async () => {
  api = await startApi();
  merchant = api.own.merchant;
});

afterAll(async () => api?.stop());

const templates = '/v2/processing/invoice-templates';
const lifetime = { days: 3, months: 0, years: 0 };
const single = (price: object) => ({ templateType: 'InvoiceTemplateSingleLine', product: 'Чай', price });
const fixed = single({ costType: 'InvoiceTemplateLineCostFixed', currency: 'RUB', amount: 500 });
const range = single({
  costType: 'InvoiceTemplateLineCostRange',
  currency: 'RUB',
  range: { lowerBound: 100, upperBound: 200 },
});
const unlimited = single({ costType: 'InvoiceTemplateLineCostUnlim' });
const cart = {
  templateType: 'InvoiceTemplateMultiLine',
  currency: 'RUB',
  cart: [
    { product: 'Чай', price: 100, quantity: 2, taxMode: { type: 'InvoiceLineTaxVAT', rate: '10%' } },
    { product: 'Мёд', price: 50 },
  ],
};

async function create(fields: object = {}): Promise<any> {
  return merchant.post(templates, { shopID: 'demo-shop', lifetime, details: fixed, ...fields });
}

async function aTemplate(fields: object = {}): Promise<{ id: string; path: string; payer: HttpClient }> {
  const { body, status } = await create(fields);
  expect(status).toBe(201);
  const { id } = body.invoiceTemplate;
  return { id, path: `${templates}/${id}`, payer: merchant.as(body.invoiceTemplateAccessToken.payload) };
}

test('a new template is returned unchanged with a token', async () => {
  const fields = {
    name: 'Чайная',
    description: 'Чай с доставкой',
    metadata: { a: 1 },
    externalID: 'tea',
    details: cart,
  };
  const { body } = await create(fields);
  expect(body.invoiceTemplate).toMatchObject({ ...fields, details: { templateType: cart.templateType }, lifetime });
  expect(body.invoiceTemplate.details.cart).toEqual([
    { ...cart.cart[0], cost: 200 },
    { ...cart.cart[1], quantity: 1, cost: 50 },
  ]);
  expect((await merchant.get(`${templates}/${body.invoiceTemplate.id}`)).body).toEqual(body.invoiceTemplate);
});

test('a template shows the currency of its invoices, its own or its shop’s', async () => {
  const getCurrency = async (details: object) => {
    const { path, payer } = await aTemplate({ details });
    return (await payer.get(path)).body.currency;
  };
  const inDollars = { ...range, price: { ...range.price, currency: 'USD' } };
  expect([await getCurrency(inDollars), await getCurrency(cart), await getCurrency(unlimited)]).toEqual([
    'USD',
    'RUB',
    'RUB',
  ]);
  const { shopID, merchant: foreigner } = api.foreign;
  await api.setTerms(shopID, { routes: [{ connector: 'sandbox' }], currencies: ['HUF', 'USD'] });
  const { body } = await foreigner.post(templates, { shopID, lifetime, details: unlimited });
  expect(body.invoiceTemplate.currency).toBe('HUF');
  const { payload } = body.invoiceTemplateAccessToken;
  const made = await foreigner.as(payload).post(`${templates}/${body.invoiceTemplate.id}/invoices`, {
    amount: 150_000,
    currency: body.invoiceTemplate.currency,
  });
  expect([made.status, made.body.invoice?.currency]).toEqual([201, 'HUF']);
});

test('the token of a template never expires', async () => {
  const { body } = await create();
  const claims = JSON.parse(
    Buffer.from(body.invoiceTemplateAccessToken.payload.split('.')[1], 'base64url').toString(),
  ) as object;
  expect(claims).not.toHaveProperty('exp');
});

test('an external id makes creating templates idempotent', async () => {
  const first = await create({ externalID: 'again' });
  const id = first.body.invoiceTemplate.id;
  const repeated = await create({ externalID: 'again' });
  expect(repeated.body.invoiceTemplate).toEqual(first.body.invoiceTemplate);
  const other = await create({ externalID: 'again', details: range });
  expect([other.status, other.body.id]).toEqual([409, id]);
  expect((await merchant.delete(`${templates}/${id}`)).status).toBe(204);
  expect((await create({ externalID: 'again', details: range })).status).toBe(201);
});

test.each([
  ['no lifetime', { lifetime: { days: 0, months: 0, years: 0 } }, 'invalidRequest'],
  ['a lifetime that no invoice may have', { lifetime: { days: 36_500, months: 1_200, years: 100 } }, 'invalidRequest'],
  ['an empty cart', { details: { ...cart, cart: [] } }, 'invalidInvoiceCart'],
  ['a foreign shop', { shopID: 'foreign-shop' }, 'invalidShopID'],
  ['a foreign party', { partyID: 'foreign-party' }, 'invalidPartyID'],
  [
    'bounds the wrong way round',
    { details: single({ ...range.price, range: { lowerBound: 2, upperBound: 1 } }) },
    'invalidRequest',
  ],
  ['a randomised cart', { details: cart, randomizeAmount: { deviation: 1 } }, 'invalidRequest'],
])('a template with %s is refused', async (_, fields, code) => {
  expect((await create(fields)).body.code).toBe(code);
});

test('the maximum lifetime of a template is valid for its invoices', async () => {
  const { path, payer } = await aTemplate({ lifetime: { days: 0, months: 0, years: 100 } });
  expect((await payer.post(`${path}/invoices`, {})).status).toBe(201);
  const longer = await merchant.put(path, { lifetime: { days: 1, months: 0, years: 100 } });
  expect([longer.status, longer.body.code, longer.body.message]).toEqual([
    400,
    'invalidRequest',
    expect.stringContaining('lifetime'),
  ]);
});

test('an update changes the given fields and no earlier invoice', async () => {
  const { path, payer } = await aTemplate({ name: 'old', metadata: { a: 1 } });
  const { body: before } = await payer.post(`${path}/invoices`, {});
  const updated = await merchant.put(path, { name: 'new', details: range });
  expect(updated.status).toBe(200);
  expect(updated.body).toMatchObject({ name: 'new', details: range, metadata: { a: 1 }, lifetime });
  expect((await merchant.get(path)).body).toEqual(updated.body);
  expect((await merchant.get(`/v2/processing/invoices/${before.invoice.id}`)).body).toEqual(before.invoice);
  expect((await merchant.put(path, { details: { ...cart, cart: [] } })).body.code).toBe('invalidInvoiceCart');
  expect((await merchant.put(path, { lifetime: { days: 0, months: 0, years: 0 } })).body.code).toBe('invalidRequest');
});

test('a deleted template is not found, its invoices stay', async () => {
  const { path, payer } = await aTemplate();
  const { body } = await payer.post(`${path}/invoices`, {});
  expect((await merchant.delete(path)).status).toBe(204);
  for (const answer of [
    await merchant.get(path),
    await merchant.delete(path),
    await merchant.put(path, {}),
    await payer.post(`${path}/invoices`, {}),
    await payer.get(`${path}/payment-methods`),
  ]) {
    expect([answer.status, answer.body]).toEqual([404, { message: 'Invoice template not found' }]);
  }
  expect((await merchant.get(`/v2/processing/invoices/${body.invoice.id}`)).body).toEqual(body.invoice);
});

test('a payer creates an invoice with a fixed price without giving it', async () => {
  const { id, path, payer } = await aTemplate({ description: 'С доставкой', metadata: { a: 1 } });
  const { body, status } = await payer.post(`${path}/invoices`, {});
  expect(status).toBe(201);
  expect(body.invoice).toMatchObject({
    invoiceTemplateID: id,
    shopID: 'demo-shop',
    amount: 500,
    currency: 'RUB',
    product: 'Чай',
    description: 'С доставкой',
    metadata: { a: 1 },
    cart: [{ product: 'Чай', quantity: 1, price: 500, cost: 500 }],
    status: 'unpaid',
  });
  const livesMs = Date.parse(body.invoice.dueDate) - Date.parse(body.invoice.createdAt);
  expect(Math.abs(livesMs - 3 * 24 * 3_600_000)).toBeLessThan(5_000);
  const holder = merchant.as(body.invoiceAccessToken.payload);
  expect((await holder.get(`/v2/processing/invoices/${body.invoice.id}`)).body).toEqual(body.invoice);
});

const rub = (amount: number) => ({ amount, currency: 'RUB' });

test.each([
  ['a fixed price, named', fixed, rub(500), 500],
  ['the lower bound', range, rub(100), 100],
  ['the upper bound', range, rub(200), 200],
  ['an open price', unlimited, rub(12_345), 12_345],
  ['a cart', cart, {}, 250],
  ['a cart, named', cart, rub(250), 250],
])('an invoice is made of %s', async (_, details, params, amount) => {
  const { path, payer } = await aTemplate({ details });
  const { body } = await payer.post(`${path}/invoices`, params);
  expect(body.invoice.amount).toBe(amount);
});

test.each([
  ['another amount', fixed, rub(501), 'invalidRequest'],
  ['another currency', fixed, { amount: 500, currency: 'USD' }, 'invalidRequest'],
  ['an amount without currency', unlimited, { amount: 500 }, 'invalidRequest'],
  ['a currency without amount', fixed, { currency: 'RUB' }, 'invalidRequest'],
  ['less than the range', range, rub(99), 'invalidRequest'],
  ['no amount in a range', range, {}, 'invalidRequest'],
  ['no amount of an open price', unlimited, {}, 'invalidRequest'],
  ['another amount than the cart’s', cart, rub(1), 'invalidRequest'],
  ['a currency that the shop does not take', unlimited, { amount: 500, currency: 'USD' }, 'invoiceTermsViolated'],
])('an invoice is refused for %s', async (_, details, params, code) => {
  const { path, payer } = await aTemplate({ details });
  const answer = await payer.post(`${path}/invoices`, params);
  expect([answer.status, answer.body.code]).toEqual([400, code]);
});

test('the template’s amount is randomised for each invoice', async () => {
  const randomizeAmount = { deviation: 90, precision: 0, direction: 'downward' };
  const { path, payer } = await aTemplate({ randomizeAmount });
  const { body } = await payer.post(`${path}/invoices`, { metadata: { mine: true } });
  const { amount, amountRandomized, cart: lines, metadata } = body.invoice;
  expect(amountRandomized).toEqual({ original: 500, randomized: amount });
  expect(amount).toBeGreaterThanOrEqual(410);
  expect(amount).toBeLessThanOrEqual(500);
  expect(lines[0].price).toBe(amount);
  expect(metadata).toEqual({ mine: true });
});

test('an external id makes creating invoices of a template idempotent', async () => {
  const { path, payer } = await aTemplate({ details: range });
  const first = await payer.post(`${path}/invoices`, { ...rub(150), externalID: 'of-template' });
  const again = await payer.post(`${path}/invoices`, { ...rub(150), externalID: 'of-template' });
  expect(again.body.invoice).toEqual(first.body.invoice);
  const other = await payer.post(`${path}/invoices`, { ...rub(151), externalID: 'of-template' });
  expect([other.status, other.body.id]).toEqual([409, first.body.invoice.id]);
});

test('a token reads its own template and payment methods only', async () => {
  const [mine, other] = [await aTemplate(), await aTemplate()];
  expect((await mine.payer.get(mine.path)).status).toBe(200);
  expect((await mine.payer.get(`${mine.path}/payment-methods`)).body[0].method).toBe('BankCard');
  expect((await mine.payer.get(other.path)).status).toBe(404);
  expect((await mine.payer.post(`${other.path}/invoices`, {})).status).toBe(401);
  expect((await mine.payer.put(mine.path, {})).status).toBe(401);
  expect((await mine.payer.delete(mine.path)).status).toBe(401);
});

test('templates of a suspended shop are read-only', async () => {
  const { path, payer } = await aTemplate();
  await merchant.put('/v2/processing/shops/demo-shop/suspend');
  const refused = [
    await create(),
    await merchant.put(path, { name: 'x' }),
    await merchant.delete(path),
    await payer.post(`${path}/invoices`, {}),
  ];
  expect(refused.map(({ body }) => body.code)).toEqual(Array(4).fill('invalidShopStatus'));
  expect((await payer.get(path)).status).toBe(200);
  await merchant.put('/v2/processing/shops/demo-shop/activate');
});

test('a template of another party is not found', async () => {
  const { path } = await aTemplate();
  const stranger = api.foreign.merchant;
  for (const answer of [
    await stranger.get(path),
    await stranger.put(path, {}),
    await stranger.delete(path),
    await stranger.post(`${path}/invoices`, {}),
    await stranger.get(`${path}/payment-methods`),
  ]) {
    expect(answer.status).toBe(404);
  }
});
