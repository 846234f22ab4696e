import { startApi, type TestApi } from '../../../tests/harness/api';
import type { HttpClient } from '../../../tests/harness/http-client';

let api: TestApi;
let merchant: HttpClient;
let stranger: HttpClient;

beforeAll(async () => {
  api = await startApi();
  merchant = api.own.merchant;
  stranger = api.foreign.merchant;
});

afterAll(async () => api?.stop());

const party = '/v2/processing/parties/demo-party';
const shop = '/v2/processing/shops/demo-shop';

function anInvoice(): Record<string, unknown> {
  const dueDate = new Date(Date.now() + 3_600_000).toISOString();
  return { shopID: 'demo-shop', dueDate, amount: 1_000, currency: 'RUB', product: 'Чай', metadata: {} };
}

test('a party reads itself by key and by id', async () => {
  const mine = await merchant.get('/v2/processing/me');
  expect(mine.body).toEqual({ id: 'demo-party', isBlocked: false, isSuspended: false });
  expect((await merchant.get(party)).body).toEqual(mine.body);
});

test.each([
  ['the key’s party', '/v2/processing/me', '/v2/processing/me'],
  ['a party by its id', party, party],
])('%s can be suspended and activated repeatedly', async (_, path, read) => {
  for (const _ of [1, 2]) expect((await merchant.put(`${path}/suspend`)).status).toBe(204);
  expect((await merchant.get(read)).body.isSuspended).toBe(true);
  expect((await merchant.post('/v2/processing/invoices', anInvoice())).body.code).toBe('invalidPartyStatus');
  for (const _ of [1, 2]) expect((await merchant.put(`${path}/activate`)).status).toBe(204);
  expect((await merchant.get(read)).body.isSuspended).toBe(false);
  expect((await merchant.post('/v2/processing/invoices', anInvoice())).status).toBe(201);
});

test.each([
  ['the key’s party', shop],
  ['a party by its id', `${party}/shops/demo-shop`],
])('a shop of %s is suspended and activated without affecting others', async (_, path) => {
  expect((await merchant.put(`${path}/suspend`)).status).toBe(204);
  expect((await merchant.get(path)).body.isSuspended).toBe(true);
  expect((await merchant.post('/v2/processing/invoices', anInvoice())).body.code).toBe('invalidShopStatus');
  const elsewhere = { ...anInvoice(), shopID: 'demo-shop-brief-hold' };
  expect((await merchant.post('/v2/processing/invoices', elsewhere)).status).toBe(201);
  expect((await merchant.put(`${path}/activate`)).status).toBe(204);
  expect((await merchant.post('/v2/processing/invoices', anInvoice())).status).toBe(201);
});

test('a suspended shop refuses every change of its earlier invoices', async () => {
  const { body } = await merchant.post('/v2/processing/invoices', anInvoice());
  const invoice = `/v2/processing/invoices/${body.invoice.id}`;
  await merchant.put(`${shop}/suspend`);
  for (const action of ['rescind', 'fulfill']) {
    expect((await merchant.post(`${invoice}/${action}`, { reason: 'why' })).body.code).toBe('invalidShopStatus');
  }
  expect((await merchant.get(invoice)).status).toBe(200);
  await merchant.put(`${shop}/activate`);
  expect((await merchant.post(`${invoice}/rescind`, { reason: 'why' })).status).toBe(204);
});

test('shops of a party are listed by the key and by the id alike', async () => {
  const byKey = await merchant.get('/v2/processing/shops');
  expect(byKey.body.map(({ id }: any) => id)).toEqual(['demo-shop', 'demo-shop-brief-hold']);
  expect((await merchant.get(`${party}/shops`)).body).toEqual(byKey.body);
  expect((await merchant.get(`${party}/shops/demo-shop`)).body).toEqual((await merchant.get(shop)).body);
});

test('entities of another party are not found', async () => {
  for (const path of [party, `${party}/shops`, `${party}/shops/demo-shop`, shop]) {
    const answer = await stranger.get(path);
    expect([path, answer.status, answer.body.message]).toEqual([path, 404, expect.stringMatching(/^\w+ not found$/)]);
  }
  for (const path of [`${party}/suspend`, `${party}/shops/demo-shop/suspend`, `${shop}/suspend`, `${shop}/activate`]) {
    expect([path, (await stranger.put(path)).status]).toEqual([path, 404]);
  }
  expect((await merchant.get('/v2/processing/me')).body.isSuspended).toBe(false);
  expect((await merchant.get(shop)).body.isSuspended).toBe(false);
});

test('an invoice is found by its external id, within its party', async () => {
  const { body } = await merchant.post('/v2/processing/invoices', { ...anInvoice(), externalID: 'order 1/2' });
  const query = `externalID=${encodeURIComponent('order 1/2')}`;
  for (const path of ['/v2/processing/invoices', `${party}/invoices`]) {
    expect((await merchant.get(`${path}?${query}`)).body).toEqual(body.invoice);
    expect((await stranger.get(`${path}?${query}`)).body).toEqual({ message: 'Invoice not found' });
    expect((await merchant.get(path)).body.code).toBe('invalidRequest');
  }
  for (const path of ['/v2/processing/payments', `${party}/payments`]) {
    expect((await merchant.get(`${path}?${query}`)).body).toEqual({ message: 'Payment not found' });
  }
});

test('activation is rate limited, suspension is not', async () => {
  const own = '/v2/processing/me';
  const activate = () => stranger.put(`${own}/activate`);
  for (let count = 0; count < 70; count++) expect((await activate()).status).toBe(204);
  let [answered, last] = [0, await activate()];
  for (; last.status === 204 && answered <= 70; answered++) {
    expect((await stranger.put(`${own}/suspend`)).status).toBe(204);
    last = await activate();
  }
  expect([answered, last.status]).toEqual([61, 429]);
  expect(last.body.message).toContain('activated at most 60 times in 10 minutes');
  expect(Number(last.headers.get('Retry-After'))).toBeGreaterThan(60);
  expect((await stranger.get(own)).body.isSuspended).toBe(true);
  const shopOfStranger = '/v2/processing/shops/foreign-shop';
  for (const _ of [1, 2]) expect((await stranger.put(`${shopOfStranger}/suspend`)).status).toBe(204);
  expect((await stranger.put(`${shopOfStranger}/activate`)).status).toBe(429);
  expect((await stranger.get(shopOfStranger)).body.isSuspended).toBe(true);
  expect((await merchant.put(`${own}/activate`)).status).toBe(204);
});
