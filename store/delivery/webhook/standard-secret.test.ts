import { Webhook } from 'standardwebhooks';
import { aShopStore, aWebhook, type ShopStore } from '../../../tests/harness/factories/webhook';
import { isStandardSigned, standardSignatures } from '../../../tests/harness/standard-signature';
import { Signer } from '../../../webhooks/signer';
import { MAX_PREVIOUS_KEYS, rotateStandardKey } from './rotate-standard-key';
import { setStandardHeaders } from './standard-headers';
import { createStandardSecret, deleteStandardSecret } from './standard-secret';
import { getWebhookOverview } from './webhook.overview';

/* The library of Standard Webhooks verifies. */

let shop: ShopStore;
let owned: { webhookID: string; partyID: string };

beforeEach(async () => {
  shop = await aShopStore();
  const webhookID = (await aWebhook(shop, { url: 'https://shop.example' })).id;
  const { partyID } = await getWebhookOverview(shop.store.database, webhookID);
  owned = { webhookID, partyID };
});
afterEach(() => shop.store.database.close());

const TEXT = '{"eventID":1,"text":"чай"}';

async function signed() {
  const given = { webhookID: owned.webhookID, text: TEXT, id: '1', at: new Date() };
  return { ...(await new Signer(shop.store).signStandard(given)) };
}

function isVerified(secret: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(TEXT, headers);
    return true;
  } catch {
    return false;
  }
}

test('a message has both signatures, and the library verifies the symmetric one', async () => {
  const secret = await createStandardSecret(shop.store, owned);
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  const { standardPublicKey, hasStandardHeaders } = await getWebhookOverview(shop.store.database, owned.webhookID);
  const headers = await signed();
  expect(hasStandardHeaders).toBe(true);
  expect(headers['webhook-signature']).toMatch(/^v1a,\S+ v1,\S+$/);
  expect(isVerified(secret, headers)).toBe(true);
  expect(isStandardSigned(standardPublicKey ?? '', { headers, body: Buffer.from(TEXT) })).toBe(true);
  expect(isVerified(secret, { ...headers, 'webhook-id': '2' })).toBe(false);
});

test('without a secret a message has the asymmetric signature only', async () => {
  await setStandardHeaders(shop.store, { webhookID: owned.webhookID, isEnabled: true });
  expect((await signed())['webhook-signature']).toMatch(/^v1a,\S+$/);
});

test('after a rotation both secrets verify until the overlap ends', async () => {
  const first = await createStandardSecret(shop.store, owned);
  const second = await createStandardSecret(shop.store, owned);
  expect([first, second].map((secret) => secret !== '' && second !== first)).toEqual([true, true]);
  const during = await signed();
  expect([isVerified(first, during), isVerified(second, during)]).toEqual([true, true]);
  // The rotation of the asymmetric key leaves the secrets.
  await rotateStandardKey(shop.store, { webhookID: owned.webhookID, overlapSeconds: 0, reason: 'test' });
  expect(isVerified(first, await signed())).toBe(true);
  await shop.store.database.search(`UPDATE webhook_previous_keys SET signs_until = signs_until - interval '1 day'`, []);
  const after = await signed();
  expect([isVerified(first, after), isVerified(second, after)]).toEqual([false, true]);
  const { previousStandardKeyUntil } = await getWebhookOverview(shop.store.database, owned.webhookID);
  expect(previousStandardKeyUntil).toBeNull();
});

test('a deleted secret signs nothing, the asymmetric signature stays', async () => {
  const secrets = [await createStandardSecret(shop.store, owned), await createStandardSecret(shop.store, owned)];
  await deleteStandardSecret(shop.store, owned);
  await deleteStandardSecret(shop.store, owned);
  const headers = await signed();
  expect(standardSignatures(headers)).toHaveLength(1);
  expect(secrets.some((secret) => isVerified(secret, headers))).toBe(false);
});

test('secrets are encrypted, bounded in number, and not of another party', async () => {
  const secret = await createStandardSecret(shop.store, owned);
  const [row] = await shop.store.database.search<{ stored: string }>(
    'SELECT encrypted_standard_secret AS stored FROM webhooks WHERE id = $1',
    [owned.webhookID],
  );
  expect(row?.stored).not.toContain(secret.slice(6, 20));
  for (let count = 0; count < MAX_PREVIOUS_KEYS; count++) await createStandardSecret(shop.store, owned);
  await expect(createStandardSecret(shop.store, owned)).rejects.toMatchObject({ code: 'invalidRequest' });
  const foreign = { ...owned, partyID: 'another' };
  await expect(createStandardSecret(shop.store, foreign)).rejects.toMatchObject({ code: 'notFound' });
  await expect(deleteStandardSecret(shop.store, foreign)).rejects.toMatchObject({ code: 'notFound' });
});
