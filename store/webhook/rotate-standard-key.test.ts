import { aShopStore, aWebhook, type ShopStore } from '../../testing/factories/webhook';
import { isStandardSigned, standardSignatures } from '../../testing/standard-signature';
import { Signer } from '../../webhooks/signer';
import { rotateStandardKey } from './rotate-standard-key';
import { openStandardKeys, setStandardHeaders } from './standard-headers';
import { getWebhookOverview } from './webhook.overview';

let shop: ShopStore;
let webhookID: string;
/** Every key that was published, the oldest first. */
let published: string[];

beforeEach(async () => {
  shop = await aShopStore();
  webhookID = (await aWebhook(shop, { url: 'https://shop.example' })).id;
  await setStandardHeaders(shop.store, { webhookID, isEnabled: true });
  published = [await publicKey()];
});
afterEach(() => shop.store.database.close());

const DAY = 86_400;

async function publicKey(): Promise<string> {
  return (await getWebhookOverview(shop.store.database, webhookID)).standardPublicKey ?? '';
}

async function rotate(overlapSeconds: number): Promise<void> {
  await rotateStandardKey(shop.store, { webhookID, overlapSeconds, reason: 'yearly' });
  published.push(await publicKey());
}

/** Which of the published keys verify a message that is sent now, and how many signatures it has. */
async function verifying(signer = new Signer(shop.store)): Promise<[keys: number[], signatureCount: number]> {
  const body = Buffer.from('{"a":1}');
  const headers = { ...(await signer.signStandard({ webhookID, text: body.toString(), id: '1', at: new Date() })) };
  const keys = published.flatMap((key, at) => (isStandardSigned(key, { headers, body }) ? [at] : []));
  return [keys, standardSignatures(headers).length];
}

/** As if so much time had passed. */
const later = async (seconds: number) =>
  shop.store.database.search(
    'UPDATE webhook_previous_keys SET signs_until = signs_until - make_interval(secs => $1::integer)',
    [seconds],
  );

test('whoever knows either key can verify until the overlap is over, then only who knows the new one', async () => {
  await rotate(DAY);
  expect(await verifying()).toEqual([[0, 1], 2]);
  expect((await getWebhookOverview(shop.store.database, webhookID)).previousStandardKeyUntil).toBeInstanceOf(Date);
  await later(DAY);
  expect(await verifying()).toEqual([[1], 1]);
  expect((await getWebhookOverview(shop.store.database, webhookID)).previousStandardKeyUntil).toBeNull();
});

test('rotated again within an overlap, every key that somebody may know goes on signing', async () => {
  await rotate(2 * DAY);
  await rotate(DAY);
  expect(await verifying()).toEqual([[0, 1, 2], 3]);
  const { until } = await openStandardKeys(shop.store, webhookID);
  expect(until?.getTime()).toBeLessThan(Date.now() + 1.5 * DAY * 1_000);
  await later(DAY);
  expect(await verifying()).toEqual([[0, 2], 2]);
});

test('keys in wrong hands sign nothing more, of however many rotations they are', async () => {
  await rotate(DAY);
  await rotate(0);
  expect(await verifying()).toEqual([[2], 1]);
  expect(await shop.store.database.search('SELECT id FROM webhook_previous_keys', [])).toEqual([]);
});

test('a message has four signatures at the most: who rotates faster has to let go of a key', async () => {
  for (let count = 0; count < 3; count++) await rotate(DAY);
  await expect(rotate(DAY)).rejects.toThrow('3 keys before this one sign still');
  expect(await verifying()).toEqual([[0, 1, 2, 3], 4]);
  await later(DAY);
  await rotate(DAY);
  expect(await verifying()).toEqual([[3, 4], 2]);
});

test('a webhook that there is not is not found, and one without such a key is told what to do', async () => {
  const given = { overlapSeconds: 0, reason: 'yearly' };
  await expect(rotateStandardKey(shop.store, { ...given, webhookID: 'none' })).rejects.toThrow('not found');
  const { id } = await aWebhook(shop, { url: 'https://other.example' });
  await expect(rotateStandardKey(shop.store, { ...given, webhookID: id })).rejects.toThrow('switch their headers on');
});
