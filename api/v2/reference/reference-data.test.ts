import { startApi, type TestApi } from '../../../tests/harness/api';
import { anInvoice, pay } from '../../../tests/harness/factories/payment';
import type { HttpClient } from '../../../tests/harness/http-client';

let api: TestApi;
let merchant: HttpClient;
let anyone: HttpClient;

beforeAll(async () => {
  api = await startApi();
  merchant = api.own.merchant;
  anyone = merchant.as(undefined);
});

afterAll(async () => api?.stop());

test('categories are listed and found', async () => {
  const { body } = await merchant.get('/v2/processing/categories');
  expect(body.map(({ categoryID }: any) => categoryID)).toEqual([1, 2, 3, 4]);
  expect((await merchant.get('/v2/processing/categories/1')).body).toEqual(body[0]);
  expect((await merchant.get('/v2/processing/categories/99')).body).toEqual({ message: 'Category not found' });
  expect((await merchant.get('/v2/processing/categories/2147483648')).body.code).toBe('invalidRequest');
});

test('anyone can read all ISO 3166 countries in Russian with their blocs', async () => {
  const { body } = await anyone.get('/v2/processing/countries');
  expect(body).toHaveLength(249);
  expect(body.find(({ id }: any) => id === 'ARM')).toEqual({ id: 'ARM', name: 'Армения', tradeBlocs: ['EAEU'] });
  expect((await anyone.get('/v2/processing/countries/DEU')).body).toEqual({
    id: 'DEU',
    name: 'Германия',
    tradeBlocs: ['EEA'],
  });
  expect((await anyone.get('/v2/processing/countries/JPN')).body.tradeBlocs).toEqual([]);
  expect((await anyone.get('/v2/processing/countries/XXX')).body).toEqual({ message: 'Country not found' });
  expect((await anyone.get('/v2/processing/countries/rus')).body.code).toBe('invalidRequest');
});

test('anyone can read trade blocs and service providers', async () => {
  const { body } = await anyone.get('/v2/processing/tradeblocs');
  expect(body.map(({ id }: any) => id)).toEqual(['EAEU', 'EEA']);
  expect((await anyone.get('/v2/processing/tradeblocs/EEA')).body).toEqual(body[1]);
  expect((await anyone.get('/v2/processing/tradeblocs/none')).status).toBe(404);
  expect((await anyone.get('/v2/processing/service-providers/qps')).body).toEqual({
    id: 'qps',
    brandName: 'Система быстрых платежей',
    category: 'onlinebanking',
    metadata: { country: 'RUS', 'dev.vality.checkout': expect.any(Object) },
  });
  expect((await anyone.get('/v2/processing/service-providers/none')).status).toBe(404);
});

test('anyone can read the providers of an invoice’s payment methods', async () => {
  const { id: invoiceID } = await anInvoice(merchant, api.own.shopID);
  const { body: methods } = await merchant.get(`/v2/processing/invoices/${invoiceID}/payment-methods`);
  const listed: string[] = methods.flatMap(({ providers = [] }: any) => providers);
  expect(listed).toEqual(expect.arrayContaining(['euroset', 'qiwi']));
  const [text, title] = [expect.any(String), { icon: expect.any(String), localization: expect.any(Object) }];
  const logo = { src: expect.stringMatching(/^data:image\/svg\+xml;.*<\/svg>$/), width: text, height: text };
  for (const id of listed) {
    const { status, body } = await anyone.get(`/v2/processing/service-providers/${id}`);
    expect([status, body]).toMatchObject([200, { id, brandName: text, category: text }]);
    expect(body.metadata['dev.vality.checkout']).toEqual({ title, logo, form: [] });
    expect(body.metadata['dev.vality.checkout'].logo.src).toContain(`>${body.brandName}<`);
  }
});

test('payment institutions are found by residence and realm', async () => {
  const path = '/v2/processing/payment-institutions';
  const readIds = async (query: string): Promise<number[]> =>
    (await merchant.get(`${path}${query}`)).body.map(({ id }: any) => id);
  expect(await readIds('')).toEqual([1, 2]);
  expect(await readIds('?residence=KAZ')).toEqual([1]);
  expect(await readIds('?realm=live')).toEqual([2]);
  expect(await readIds('?residence=KAZ&realm=live')).toEqual([]);
  expect((await merchant.get(`${path}?realm=other`)).body.code).toBe('invalidRequest');
  expect((await merchant.get(`${path}/2`)).body).toMatchObject({ id: 2, realm: 'live', residences: ['RUS'] });
  expect((await merchant.get(`${path}/3`)).status).toBe(404);
  const text = `UPDATE payment_institutions SET terms = terms || '{"routes": [{"connector": "of-another", "shopID": "other"}]}'`;
  await api.store.database.run({ name: 'test-route-institutions', text }, []);
  expect((await merchant.get(`${path}/2/terms/payments`)).body).toEqual({ currencies: ['RUB'], categories: [1, 2, 3] });
  expect((await merchant.get(`${path}/3/terms/payments`)).status).toBe(404);
});

test.each([
  ['the key’s party', '/v2/processing/contracts'],
  ['a party by its id', '/v2/processing/parties/demo-party/contracts'],
])('contracts and adjustments of %s are read', async (_, path) => {
  const { body } = await merchant.get(path);
  expect(body).toHaveLength(1);
  expect(body[0]).toMatchObject({
    id: 'demo-contract',
    status: 'active',
    createdAt: '2026-01-15T09:00:00Z',
    paymentInstitutionID: 1,
    contractor: { contractorType: 'LegalEntity', entityType: 'RussianLegalEntity' },
    legalAgreement: { signedAt: '2026-01-14T12:00:00Z' },
  });
  expect((await merchant.get(`${path}/demo-contract`)).body).toEqual(body[0]);
  const adjustments = await merchant.get(`${path}/demo-contract/adjustments`);
  expect(adjustments.body).toEqual([
    { id: '1', createdAt: '2026-03-01T10:00:00Z', validSince: '2026-03-15T00:00:00Z' },
  ]);
  expect((await merchant.get(`${path}/demo-contract/adjustments/1`)).body).toEqual(adjustments.body[0]);
  expect((await merchant.get(`${path}/demo-contract/adjustments/2`)).body.message).toBe(
    'Contract adjustment not found',
  );
  expect((await merchant.get(`${path}/other/adjustments`)).body.message).toBe('Contract not found');
  for (const missing of [`${path}/other`, `${path}/demo-contract/adjustments/2`]) {
    expect((await merchant.get(missing)).status).toBe(404);
  }
});

test('contracts of another party are not found', async () => {
  const stranger = api.foreign.merchant;
  expect((await stranger.get('/v2/processing/contracts')).body).toEqual([]);
  for (const path of [
    '/v2/processing/contracts/demo-contract',
    '/v2/processing/contracts/demo-contract/adjustments',
    '/v2/processing/parties/demo-party/contracts',
    '/v2/processing/parties/demo-party/contracts/demo-contract',
    '/v2/processing/parties/demo-party/contracts/demo-contract/adjustments/1',
  ]) {
    expect([path, (await stranger.get(path)).status]).toEqual([path, 404]);
  }
});

test.each([
  ['terminated', `status = 'terminated', terminated_at = now()`],
  ['no longer valid', `valid_until = now() - interval '1 day'`],
  ['not valid yet', `valid_since = now() + interval '1 day'`],
])('a contract that is %s allows no payment', async (_, change) => {
  const dueDate = new Date(Date.now() + 3_600_000).toISOString();
  const invoice = { shopID: 'demo-shop', dueDate, amount: 100, currency: 'RUB', product: 'Чай', metadata: {} };
  const { body } = await merchant.post('/v2/processing/invoices', invoice);
  const payer = merchant.as(body.invoiceAccessToken.payload);
  const flow = { type: 'PaymentFlowInstant' };
  const given = { card: '4242424242424242', flow };
  const resource = await payer.post('/v2/processing/payment-resources', {
    paymentTool: { paymentToolType: 'CardData', cardNumber: given.card, expDate: '12/29', cvv: '123' },
    clientInfo: { fingerprint: 'browser' },
  });
  const { paymentToolToken, paymentSession } = resource.body;
  const contactInfo = { email: 'anna@example.com' };
  await api.store.database.sequelize.query(`UPDATE contracts SET ${change}`);
  const refused = await payer.post(`/v2/processing/invoices/${body.invoice.id}/payments`, {
    flow,
    payer: { payerType: 'PaymentResourcePayer', paymentToolToken, paymentSession, contactInfo },
  });
  expect([refused.status, refused.body.code]).toEqual([400, 'invalidContractStatus']);
  await api.store.database.sequelize.query(
    `UPDATE contracts SET status = 'active', terminated_at = NULL, valid_until = NULL, valid_since = NULL`,
  );
  expect(await pay(payer, body.invoice.id, given)).toBe('1');
});
