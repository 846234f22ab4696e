import { createPublicKey, sign, verify } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  anotherShop,
  appendMessages,
  noLimits,
  aShopStore,
  aWebhook,
  type ShopStore,
} from '../../../tests/harness/factories/webhook';
import { statement } from '../../postgres/database';
import { newId } from '../../id';
import { openSigningKey } from './endpoint';
import { KeyPairs } from '../../../security/key-pairs';
import { rotateWebhookKey } from './rotate-key';
import { getWebhookOverview } from './webhook.overview';
import { leaseQueues } from './queue.lease';
import { createWebhook } from './webhook.create';
import { getWebhook, listWebhooks } from './webhook.queries';
import { deleteWebhook } from './webhook.transitions';

const url = 'https://shop.example/webhook?secret=1';
let shop: ShopStore;
let statementCount = 0;

beforeEach(async () => void (shop = await aShopStore()));
afterEach(() => shop.store.database.close());

function aNewWebhook(given: object = {}) {
  const { partyID, shopID } = shop;
  return { partyID, shopID, topic: 'InvoicesTopic' as const, eventTypes: ['InvoicePaid'], url, ...given };
}

async function column(text: string, values: unknown[] = []): Promise<unknown[]> {
  const rows = await shop.store.database.run<{ value: unknown }>(statement(`test-${statementCount++}`, text), values);
  return rows.map(({ value }) => value);
}

test('a webhook has a 2048-bit key pair and publishes the open one as SPKI in base64', async () => {
  const one = await aWebhook(shop, { url });
  const key = createPublicKey({ key: Buffer.from(one.publicKey, 'base64'), format: 'der', type: 'spki' });
  expect(key.asymmetricKeyDetails).toMatchObject({ modulusLength: 2_048 });
  const { privateKey } = await openSigningKey(shop.store, one.id);
  const signature = sign('sha256', Buffer.from('x'), privateKey);
  expect(verify('sha256', Buffer.from('x'), key, signature)).toBe(true);
});

test('24 simultaneous creations for one address share one key pair, whatever their topic', async () => {
  await column('UPDATE parties SET webhook_limit = 24');
  const ofIdentity = { shopID: undefined, identityID: 'identity-1', topic: 'WithdrawalsTopic' as const };
  const wanted = Array.from({ length: 24 }, (_, index) =>
    index % 2 === 0 ? aNewWebhook() : aNewWebhook({ ...ofIdentity, eventTypes: ['WithdrawalStarted'] }),
  );
  const made = await Promise.all(wanted.map((given) => createWebhook(shop.store, given)));
  expect(new Set(made.map(({ publicKey }) => publicKey)).size).toBe(1);
  for (const { id, publicKey } of [made[0], made[23]].flatMap((webhook) => webhook ?? [])) {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    const { privateKey } = await openSigningKey(shop.store, id);
    expect(verify('sha256', Buffer.from('x'), key, sign('sha256', Buffer.from('x'), privateKey))).toBe(true);
  }
}, 120_000);

test('a key pair stays with the second webhook of an address when the first is deleted, and goes with the last', async () => {
  const { partyID } = shop;
  const first = await aWebhook(shop, { url });
  const second = await aWebhook(shop, { url });
  await deleteWebhook(shop.store, { webhookID: first.id, partyID });
  const third = await aWebhook(shop, { url });
  expect([second.publicKey, third.publicKey]).toEqual([first.publicKey, first.publicKey]);
  expect((await openSigningKey(shop.store, second.id)).privateKey).toContain('PRIVATE KEY');
  for (const { id } of [second, third]) await deleteWebhook(shop.store, { webhookID: id, partyID });
  expect((await aWebhook(shop, { url })).publicKey).not.toBe(first.publicKey);
});

test('a webhook of another address takes the newest key of the party, and no previous one', async () => {
  const first = await aWebhook(shop, { url });
  const second = await aWebhook(shop, { url: `${url}2` });
  expect(second.publicKey).toBe(first.publicKey);
  await rotateWebhookKey(shop.store, { webhookID: first.id, overlapSeconds: 86_400, reason: 'leaked' });
  const rotated = await getWebhookOverview(shop.store.database, first.id);
  const third = await aWebhook(shop, { url: `${url}3` });
  expect([third.publicKey, (await aWebhook(shop, { url: `${url}2` })).publicKey]).toEqual([
    rotated.publicKey,
    first.publicKey,
  ]);
  expect((await getWebhookOverview(shop.store.database, third.id)).previousKeyUntil).toBeNull();
  const key = createPublicKey({ key: Buffer.from(third.publicKey, 'base64'), format: 'der', type: 'spki' });
  const { privateKey } = await openSigningKey(shop.store, third.id);
  expect(verify('sha256', Buffer.from('x'), key, sign('sha256', Buffer.from('x'), privateKey))).toBe(true);
});

test('another party has a key pair of its own for the same address', async () => {
  const other = await anotherShop(shop);
  const [mine, theirs] = [await aWebhook(shop, { url }), await aWebhook(other, { url })];
  expect(theirs.publicKey).not.toBe(mine.publicKey);
});

test('the private key is encrypted at rest', async () => {
  await aWebhook(shop, { url });
  const [encrypted] = await column('SELECT encrypted_private_key AS value FROM webhooks');
  expect(encrypted).toMatch(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/);
});

test('a webhook is found only by its party, listed, and gone once deleted', async () => {
  const first = await createWebhook(shop.store, aNewWebhook());
  const second = await createWebhook(shop.store, aNewWebhook({ eventTypes: ['PaymentRefundCreated'] }));
  const { database } = shop.store;
  expect(await getWebhook(database, { webhookID: first.id, partyID: shop.partyID })).toEqual(first);
  expect(await listWebhooks(database, { partyID: shop.partyID })).toEqual([first, second]);
  expect(await column('SELECT delivered_types AS value FROM webhooks WHERE id = $1', [second.id])).toEqual([
    ['RefundCreated'],
  ]);
  await expect(getWebhook(database, { webhookID: first.id, partyID: newId() })).rejects.toMatchObject({
    code: 'notFound',
    message: 'Webhook not found',
  });
  await deleteWebhook(shop.store, { webhookID: first.id, partyID: shop.partyID });
  await expect(deleteWebhook(shop.store, { webhookID: first.id, partyID: shop.partyID })).rejects.toMatchObject({
    code: 'notFound',
  });
  expect(await listWebhooks(database, { partyID: shop.partyID })).toEqual([second]);
});

test('webhooks of an identity are apart from those of the payment topics', async () => {
  const scope = { shopID: undefined, identityID: 'identity-1', topic: 'WithdrawalsTopic' as const };
  const wallet = await createWebhook(shop.store, aNewWebhook({ ...scope, eventTypes: ['WithdrawalStarted'] }));
  expect(wallet.topic).toBe('WithdrawalTopic');
  const { database } = shop.store;
  const { partyID } = shop;
  expect(await listWebhooks(database, { partyID })).toEqual([]);
  expect(await listWebhooks(database, { partyID, identityID: 'identity-1' })).toEqual([wallet]);
  await expect(getWebhook(database, { partyID, webhookID: wallet.id })).rejects.toMatchObject({ code: 'notFound' });
  expect(await getWebhook(database, { partyID, webhookID: wallet.id, identityID: 'identity-1' })).toEqual(wallet);
});

test('a shop gets ten webhooks of fifteen concurrent creations', async () => {
  const results = await Promise.allSettled(Array.from({ length: 15 }, () => createWebhook(shop.store, aNewWebhook())));
  const refused = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason as unknown);
  expect(refused).toHaveLength(5);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'webhookLimitExceeded' });
  expect(await column('SELECT count(*) AS value FROM webhooks')).toEqual([10n]);
});

test('a party gets five webhooks without a shop, and another one when one is deleted', async () => {
  await createWebhook(shop.store, aNewWebhook());
  const withoutShop = aNewWebhook({ shopID: undefined });
  for (let count = 0; count < 5; count++) await createWebhook(shop.store, withoutShop);
  await expect(createWebhook(shop.store, withoutShop)).rejects.toMatchObject({ code: 'webhookLimitExceeded' });
  const all = await listWebhooks(shop.store.database, { partyID: shop.partyID });
  const mine = all.find(({ shopID }) => shopID === null);
  await deleteWebhook(shop.store, { webhookID: mine?.id ?? '', partyID: shop.partyID });
  await expect(createWebhook(shop.store, withoutShop)).resolves.toMatchObject({ shopID: null });
});

test("a party's own limit replaces the standard ones", async () => {
  await column('UPDATE parties SET webhook_limit = 1');
  await createWebhook(shop.store, aNewWebhook());
  await expect(createWebhook(shop.store, aNewWebhook())).rejects.toMatchObject({ code: 'webhookLimitExceeded' });
});

test.each([
  [{ url: 'ftp://shop.example' }, 'invalidRequest'],
  [{ url: 'not an address' }, 'invalidRequest'],
  [{ url: 'https://user:password@shop.example' }, 'invalidRequest'],
  [{ eventTypes: ['Nonsense'] }, 'invalidRequest'],
  [{ shopID: 'nobody' }, 'invalidShopID'],
  [{ partyID: 'nobody' }, 'invalidPartyID'],
])('%j is refused with %s', async (given, code) => {
  await expect(createWebhook(shop.store, aNewWebhook(given))).rejects.toMatchObject({ code });
});

test('deleting a webhook discards its messages and deletes its queues', async () => {
  const webhook = await aWebhook(shop, { url });
  for (let count = 0; count < 3; count++)
    await appendMessages(shop, { invoiceID: newId(), eventTypes: ['InvoiceCreated'] });
  await deleteWebhook(shop.store, { webhookID: webhook.id, partyID: shop.partyID });
  expect(await column("SELECT status || ' ' || discard_reason AS value FROM webhook_deliveries")).toEqual(
    Array(3).fill('discarded webhookDeleted'),
  );
  expect(await leaseQueues(shop.store.database, { limit: 10, token: 't', limits: noLimits() })).toEqual([]);
});

test('key pairs are generated ahead, and each is returned once', async () => {
  const pairs = new KeyPairs(2);
  const given = await Promise.all([pairs.take(), pairs.take(), pairs.take()]);
  expect(new Set(given.map(({ publicKey }) => publicKey)).size).toBe(3);
  for (let waited = 0; pairs.readyCount < 2 && waited < 200; waited++) await sleep(100);
  let isTaken = false;
  void Promise.all([pairs.take(), pairs.take()]).then(() => (isTaken = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isTaken).toBe(true);
});
