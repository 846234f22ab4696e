import type { AccessTokenScope } from '../../security/access-tokens';
import { startApi, type TestApi } from '../../tests/harness/api';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});

afterAll(async () => api?.stop());

const get = async (kind: AccessTokenScope['kind'], { partyID, shopID } = api.own) =>
  api.own.merchant.as(await api.token({ kind, id: 'any', partyID, shopID })).get('/checkout/v1/shop');

test.each(['invoice', 'invoiceTemplate', 'customer'] as const)(
  'an %s token reads its shop with the providers of its payment methods',
  async (kind) => {
    const { status, body } = await get(kind);
    expect([status, body]).toEqual([
      200,
      {
        name: 'Демонстрационный магазин',
        isTest: true,
        collectBillingAddress: false,
        providers: expect.arrayContaining([
          { id: 'qps', brandName: 'Система быстрых платежей', category: 'onlinebanking' },
          { id: 'euroset', brandName: 'Евросеть', category: 'paymentterminal' },
        ]),
      },
    ]);
    expect(body.providers).toHaveLength(6);
  },
);

test('a shop of a live realm is not a test shop', async () => {
  const { sequelize } = api.store.database;
  await sequelize.query(`UPDATE payment_institutions SET realm = 'live'`);
  expect((await get('invoice')).body.isTest).toBe(false);
  await sequelize.query(`UPDATE payment_institutions SET realm = 'test'`);
  expect((await get('invoice')).body.isTest).toBe(true);
});

test('a shop that collects billing addresses says so', async () => {
  await api.setTerms(api.foreign.shopID, { collectBillingAddress: true });
  expect((await get('invoice', api.foreign)).body.collectBillingAddress).toBe(true);
});

test('a shop without terms has no providers, and unknown providers are left out', async () => {
  await api.setTerms(api.foreign.shopID, {});
  expect((await get('invoice', api.foreign)).body.providers).toEqual([]);
  await api.setTerms(api.foreign.shopID, {
    paymentMethods: [{ method: 'PaymentTerminal', providers: ['none', 'qps'] }],
  });
  expect((await get('invoice', api.foreign)).body.providers.map(({ id }: { id: string }) => id)).toEqual(['qps']);
});

test('a caller without a payer’s token cannot read a shop', async () => {
  const { merchant, apiKey } = api.own;
  const read = async (token: string | undefined, path = '/checkout/v1/shop') =>
    (await merchant.as(token).get(path)).status;
  expect(await read(undefined)).toBe(401);
  expect(await read('a.b.c')).toBe(401);
  expect(await read(apiKey)).toBe(401);
  const mixed = await api.token({ kind: 'invoice', id: 'x', partyID: api.own.partyID, shopID: api.foreign.shopID });
  expect(await read(mixed)).toBe(404);
  expect(await read(mixed, '/checkout/v1/other')).toBe(501);
  expect((await merchant.post('/checkout/v1/shop', {})).status).toBe(405);
});

test('browsers of any origin may read it', async () => {
  const { headers } = await api.own.merchant.get('/checkout/v1/shop', { headers: { Origin: 'https://pay.example' } });
  expect(headers.get('access-control-allow-origin')).toBe('*');
});
