import { aShopStore, aWebhook, type ShopStore } from '../../../tests/harness/factories/webhook';
import { isStandardSigned, standardSignatures } from '../../../tests/harness/standard-signature';
import { Signer } from '../../../webhooks/signer';
import { rotateStandardKey } from './rotate-standard-key';
import { openStandardKeys, setStandardHeaders } from './standard-headers';
import { getWebhookOverview } from './webhook.overview';

let shop: ShopStore;
let webhookID: string;
/** The published keys, the oldest first. */
let published: string[];

beforeEach(async () => {
  shop = await aShopStore();
  webhookID = (await aWebhook(shop, { url: 'https://shop.example' })).id;
  await setStandardHeaders(shop.store, { webhookID, isEnabled: true });
  published = [await publicKey()];
});
afterEach(async () => {
  jest.restoreAllMocks();
  await shop.store.database.close();
});

const DAY = 86_400;

async function publicKey(): Promise<string> {
  return (await getWebhookOverview(shop.store.database, webhookID)).standardPublicKey ?? '';
}

async function rotate(overlapSeconds: number): Promise<void> {
  await rotateStandardKey(shop.store, { webhookID, overlapSeconds, reason: 'yearly' });
  published.push(await publicKey());
}

/** Which published keys verify a new message, and its number of signatures. */
async function verifying(signer = new Signer(shop.store)): Promise<[keys: number[], signatureCount: number]> {
  const body = Buffer.from('{"a":1}');
  const headers = { ...(await signer.signStandard({ webhookID, text: body.toString(), id: '1', at: new Date() })) };
  const keys = published.flatMap((key, at) => (isStandardSigned(key, { headers, body }) ? [at] : []));
  return [keys, standardSignatures(headers).length];
}

/** Shifts the overlap into the past. */
const later = async (seconds: number) =>
  shop.store.database.search(
    'UPDATE webhook_previous_keys SET signs_until = signs_until - make_interval(secs => $1::integer)',
    [seconds],
  );

test('both keys verify until the overlap ends, then only the new one', async () => {
  await rotate(DAY);
  expect(await verifying()).toEqual([[0, 1], 2]);
  expect((await getWebhookOverview(shop.store.database, webhookID)).previousStandardKeyUntil).toBeInstanceOf(Date);
  await later(DAY);
  expect(await verifying()).toEqual([[1], 1]);
  expect((await getWebhookOverview(shop.store.database, webhookID)).previousStandardKeyUntil).toBeNull();
});

test('a process signs with both keys within a minute, and overlaps are at least two minutes', async () => {
  const signer = new Signer(shop.store);
  expect(await verifying(signer)).toEqual([[0], 1]);
  for (const overlapSeconds of [1, 119]) await expect(rotate(overlapSeconds)).rejects.toThrow('at least 120 seconds');
  await rotate(120);
  // The process still caches the old key, which verifies.
  expect((await verifying(signer))[0]).toContain(0);
  const inAMinute = Date.now() + 60_000;
  jest.spyOn(Date, 'now').mockImplementation(() => inAMinute);
  expect(await verifying(signer)).toEqual([[0, 1], 2]);
});

test('a rotation does not block the recording of messages', async () => {
  const { database } = shop.store;
  await database.transaction(async (tx) => {
    await database.search('SELECT id FROM webhooks WHERE id = $1 FOR KEY SHARE', [webhookID], tx);
    await rotate(DAY);
  });
  expect(await verifying()).toEqual([[0, 1], 2]);
});

test('after repeated rotations every key within its overlap signs', async () => {
  await rotate(2 * DAY);
  await rotate(DAY);
  expect(await verifying()).toEqual([[0, 1, 2], 3]);
  const { until } = await openStandardKeys(shop.store, webhookID);
  expect(until?.getTime()).toBeLessThan(Date.now() + 1.5 * DAY * 1_000);
  await later(DAY);
  expect(await verifying()).toEqual([[0, 2], 2]);
});

test('a rotation without overlap ends all previous keys', async () => {
  await rotate(DAY);
  await rotate(0);
  expect(await verifying()).toEqual([[2], 1]);
  expect(await shop.store.database.search('SELECT id FROM webhook_previous_keys', [])).toEqual([]);
});

test('a message has at most four signatures; a further rotation must end a key', async () => {
  for (let count = 0; count < 3; count++) await rotate(DAY);
  await expect(rotate(DAY)).rejects.toThrow('wait until one of them ends; with an overlap of 0 all of them end');
  expect(await verifying()).toEqual([[0, 1, 2, 3], 4]);
  await later(DAY);
  await rotate(DAY);
  expect(await verifying()).toEqual([[3, 4], 2]);
});

test('an unknown webhook is not found, and one without such a key gets an error that says what to do', async () => {
  const given = { overlapSeconds: 0, reason: 'yearly' };
  await expect(rotateStandardKey(shop.store, { ...given, webhookID: 'none' })).rejects.toThrow('not found');
  const { id } = await aWebhook(shop, { url: 'https://other.example' });
  await expect(rotateStandardKey(shop.store, { ...given, webhookID: id })).rejects.toThrow('switch their headers on');
});
