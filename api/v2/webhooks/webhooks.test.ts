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

test('a webhook without event types, which would get no message, is refused', async () => {
  const { merchant, shopID } = api.own;
  for (const topic of ['InvoicesTopic', 'CustomersTopic']) {
    const scope = { topic, shopID, eventTypes: [] };
    const { status, body } = await merchant.post('/v2/processing/webhooks', { url, scope });
    expect([status, body.code, body.message]).toEqual([
      ...[400, 'invalidRequest'],
      expect.stringContaining('eventTypes'),
    ]);
  }
  const scope = { topic: 'DestinationsTopic', eventTypes: [] };
  const ofWallets = await merchant.post(`${WALLET}/webhooks`, { identityID: await anIdentity(merchant), url, scope });
  expect([ofWallets.status, ofWallets.body]).toMatchObject([400, { name: 'scope.eventTypes' }]);
});

test('a merchant switches the symmetric signature of a webhook on, rotates its secret and switches it off', async () => {
  const { merchant } = api.own;
  const path = `/v2/processing/webhooks/${(await subscribe()).id}/secret`;
  const made = await merchant.post(path);
  const rotated = await merchant.post(path);
  expect([made.status, rotated.status]).toEqual([201, 201]);
  expect(made.body).toEqual({ secret: expect.stringMatching(/^whsec_/) });
  expect(rotated.body.secret).not.toBe(made.body.secret);
  expect((await api.foreign.merchant.post(path)).status).toBe(404);
  expect((await api.foreign.merchant.delete(path)).status).toBe(404);
  expect((await merchant.delete(path)).status).toBe(204);
  const { body } = await merchant.get(path.replace('/secret', ''));
  expect(body.standardPublicKey).toMatch(/^whpk_/);
  expect(JSON.stringify(body)).not.toContain('whsec_');
});

test('webhooks of a shop with the same URL share a key', async () => {
  expect((await subscribe()).publicKey).toBe((await subscribe()).publicKey);
});
