import { createPublicKey, createVerify } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { aShopStore, aWebhook, type ShopStore } from '../../../tests/harness/factories/webhook';
import { Signer } from '../../../webhooks/signer';
import { listAdministrativeActions } from '../../platform/audit/audit-log.actions';
import { asOperator } from '../../platform/audit/origin';
import type { Store } from '../../store';
import { openSigningKey } from './endpoint';
import { rotateWebhookKey } from './rotate-key';
import { getWebhookOverview } from './webhook.overview';

let shop: ShopStore;
beforeEach(async () => {
  shop = await aShopStore();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await shop.store.database.close();
});

const DAY = 86_400;
const aHook = async () => aWebhook(shop, { url: 'https://shop.example' });
const rotate = async (webhookID: string, overlapSeconds: number, store: Store = shop.store) => {
  await rotateWebhookKey(store, { webhookID, overlapSeconds, reason: 'yearly' });
  return (await getWebhookOverview(store.database, webhookID)).publicKey;
};

async function isSignedWith(publicKey: string, signer: Signer, webhookID: string): Promise<boolean> {
  const { body, contentSignature } = await signer.sign({ webhookID, text: '{"a":1}' });
  const digest = /digest=([\w-]+=*)/.exec(contentSignature)?.[1] ?? '';
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  return createVerify('sha256').update(body).verify(key, Buffer.from(digest, 'base64url'));
}

/** Shifts the overlap into the past. */
const later = async (seconds: number) =>
  shop.store.database.search(
    'UPDATE webhooks SET previous_key_until = previous_key_until - make_interval(secs => $1::integer)',
    [seconds],
  );

test('a new key is published immediately, and the previous one signs until the overlap ends', async () => {
  const { id, publicKey: known } = await aHook();
  const published = await rotate(id, DAY);
  expect(published).not.toBe(known);
  expect((await getWebhookOverview(shop.store.database, id)).previousKeyUntil).toBeInstanceOf(Date);
  expect(await isSignedWith(known, new Signer(shop.store), id)).toBe(true);
  await later(DAY);
  expect((await getWebhookOverview(shop.store.database, id)).previousKeyUntil).toBeNull();
  expect(await isSignedWith(published, new Signer(shop.store), id)).toBe(true);
});

test('a process that cached the previous key signs with the new one when the overlap ends', async () => {
  const { id, publicKey: known } = await aHook();
  const published = await rotate(id, DAY);
  const signer = new Signer(shop.store);
  await later(DAY - 5);
  const { signsUntil } = await openSigningKey(shop.store, id);
  const end = signsUntil?.getTime() ?? 0;
  const isKnown = await isSignedWith(known, signer, id);
  if (Date.now() < end) expect(isKnown).toBe(true);
  // PostgreSQL keeps microseconds: the previous key may sign for the rest of the millisecond.
  while (Date.now() <= end) await sleep(50);
  expect(await isSignedWith(published, signer, id)).toBe(true);
});

test('a process reads the new key before the shortest overlap ends', async () => {
  const { id, publicKey: known } = await aHook();
  const signer = new Signer(shop.store);
  expect(await isSignedWith(known, signer, id)).toBe(true);
  await expect(rotate(id, 119)).rejects.toThrow('at least 120 seconds');
  const published = await rotate(id, 120);
  const clock = jest.spyOn(Date, 'now');
  const end = (await openSigningKey(shop.store, id)).signsUntil?.getTime() ?? 0;
  clock.mockImplementation(() => end - 1_000);
  expect(await isSignedWith(known, signer, id)).toBe(true);
  clock.mockImplementation(() => end + 1);
  expect(await isSignedWith(published, signer, id)).toBe(true);
});

test('a compromised key signs no more', async () => {
  const { id, publicKey: known } = await aHook();
  await rotate(id, DAY);
  const published = await rotate(id, 0);
  expect(await isSignedWith(published, new Signer(shop.store), id)).toBe(true);
  expect(await isSignedWith(known, new Signer(shop.store), id)).toBe(false);
});

test('a second rotation within the overlap keeps the signing key', async () => {
  const { id, publicKey: known } = await aHook();
  const [, last] = [await rotate(id, DAY), await rotate(id, DAY)];
  expect(await isSignedWith(known, new Signer(shop.store), id)).toBe(true);
  await later(DAY);
  expect(await isSignedWith(last, new Signer(shop.store), id)).toBe(true);
});

test('all webhooks of a URL get the new key, and one created within the overlap signs with the previous one', async () => {
  const [first, second] = [await aHook(), await aHook()];
  const stranger = await aWebhook(shop, { url: 'https://other.example' });
  const published = await rotate(second.id, DAY);
  const third = await aHook();
  const readPublicKey = async (id: string) => (await getWebhookOverview(shop.store.database, id)).publicKey;
  for (const { id } of [first, second, third]) {
    expect(await readPublicKey(id)).toBe(published);
    expect(await isSignedWith(first.publicKey, new Signer(shop.store), id)).toBe(true);
  }
  expect(await readPublicKey(stranger.id)).toBe(stranger.publicKey);
  await later(DAY);
  for (const { id } of [first, third]) expect(await isSignedWith(published, new Signer(shop.store), id)).toBe(true);
});

test('concurrent creations and rotations leave one key for a URL', async () => {
  const { id } = await aHook();
  const creations = Array.from({ length: 8 }, () => aHook());
  await Promise.all([...creations, rotate(id, 0), rotate(id, 0)]);
  const keys = await shop.store.database.search('SELECT DISTINCT public_key FROM webhooks', []);
  expect(keys).toHaveLength(1);
});

test('a rotation is audited, and an unknown webhook is not found', async () => {
  const { id } = await aHook();
  const operator = asOperator(
    shop.store,
    { operation: 'webhook rotate-key', requestID: 'r', paymentID: null },
    'operator/alice',
  );
  await rotate(id, DAY, operator);
  expect(
    await listAdministrativeActions(shop.store.database, { subjectType: 'webhook', subjectID: id, limit: 5 }),
  ).toEqual([expect.objectContaining({ caller: 'operator/alice', operation: 'webhook rotate-key', reason: 'yearly' })]);
  await expect(rotate('none', DAY)).rejects.toThrow(expect.objectContaining({ code: 'notFound' }));
});
