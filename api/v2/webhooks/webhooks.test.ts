import { startApi, type TestApi } from '../../../tests/harness/api';
import { anIdentity, WALLET } from '../../../tests/harness/factories/wallet';

let api: TestApi;
beforeAll(async () => void (api = await startApi()));
afterAll(() => api.stop());

const url = 'https://shop.example/hook';
const subscribe = async () => {
  const scope = { topic: 'InvoicesTopic', shopID: api.own.shopID, eventTypes: ['InvoicePaid'] };
  const { status, body } = await api.own.merchant.post('/v2/processing/webhooks', { url, scope });
  expect(status).toBe(201);
  return body as { id: string; publicKey: string };
};

test('every response has the key of a webhook in PEM, in the Wallet API in base64', async () => {
  const { merchant } = api.own;
  const { id, publicKey } = await subscribe();
  expect(publicKey).toMatch(/^-----BEGIN PUBLIC KEY-----\n(?:[\w+/]{64}\n)+[\w+/=]{1,64}\n-----END PUBLIC KEY-----$/);
  expect((await merchant.get(`/v2/processing/webhooks/${id}`)).body).toMatchObject({ publicKey });
  expect((await merchant.get('/v2/processing/webhooks')).body).toEqual([expect.objectContaining({ publicKey })]);
  const identityID = await anIdentity(merchant);
  const scope = { topic: 'DestinationsTopic', eventTypes: ['DestinationCreated'] };
  const ofWallets = await merchant.post(`${WALLET}/webhooks`, { identityID, url, scope });
  expect(ofWallets.status).toBe(201);
  expect(ofWallets.body.publicKey).toBe(publicKey.replace(/-----[^-]+-----|\n/g, ''));
});

test('webhooks of a shop with the same URL share a key', async () => {
  expect((await subscribe()).publicKey).toBe((await subscribe()).publicKey);
});
