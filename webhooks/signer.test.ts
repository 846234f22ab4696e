import { Webhook } from 'standardwebhooks';
import { newId } from '../store/id';
import { rotateWebhookKey } from '../store/delivery/webhook/rotate-key';
import { setStandardHeaders } from '../store/delivery/webhook/standard-headers';
import { createStandardSecret } from '../store/delivery/webhook/standard-secret';
import { getWebhookOverview } from '../store/delivery/webhook/webhook.overview';
import { isSignedBy } from '../tests/harness/content-signature';
import { anotherShop, aShopStore, aWebhook, type ShopStore } from '../tests/harness/factories/webhook';
import { isStandardSigned } from '../tests/harness/standard-signature';
import { Signer } from './signer';

const TEXT = '{"eventID":1,"product":"Чай"}';

let shop: ShopStore;
let webhookID: string;
let publicKey: string;
let signer: Signer;
/** The clock of the process, which tests move. */
let nowMs: number;
/** Counts how often keys were read from the database. */
let readCount: () => number;

beforeEach(async () => {
  shop = await aShopStore();
  ({ id: webhookID, publicKey } = await aWebhook(shop, { url: 'https://shop.example' }));
  signer = new Signer(shop.store);
  nowMs = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
  const run = jest.spyOn(shop.store.database, 'run');
  readCount = () =>
    run.mock.calls.filter(([{ name }]) => /^(webhook-signing-key|standard-find-keys)$/.test(name)).length;
});
afterEach(async () => {
  jest.restoreAllMocks();
  await shop.store.database.close();
});

const sql = (text: string, values: unknown[] = []) => shop.store.database.search<any>(text, values);
const sign = (id = webhookID) => signer.sign({ webhookID: id, text: TEXT });
const signStandard = (at = new Date(nowMs)) => signer.signStandard({ webhookID, text: TEXT, id: '7', at });

test('a message is signed as the exact bytes that are sent', async () => {
  const { body, contentSignature } = await sign();
  expect(body).toEqual(Buffer.from(TEXT, 'utf8'));
  expect(contentSignature).toMatch(/^alg=RS256; digest=[\w-]{342}==$/);
  expect(isSignedBy({ publicKey, body, contentSignature })).toBe(true);
  expect(isSignedBy({ publicKey, body: Buffer.from(TEXT, 'latin1'), contentSignature })).toBe(false);
});

test('a key is read once a minute, also for concurrent messages', async () => {
  await Promise.all([sign(), sign(), sign()]);
  nowMs += 59_999;
  await sign();
  expect(readCount()).toBe(1);
  nowMs += 1;
  await Promise.all([sign(), sign(), sign()]);
  expect(readCount()).toBe(2);
});

test('a key is not used past the end of its overlap, however recently it was read', async () => {
  await rotateWebhookKey(shop.store, { webhookID, overlapSeconds: 120, reason: 'test' });
  const { publicKey: published } = await getWebhookOverview(shop.store.database, webhookID);
  const [row] = await sql('SELECT previous_key_until AS until FROM webhooks');
  const end = (row.until as Date).getTime();
  nowMs = end - 10;
  expect(isSignedBy({ publicKey, ...(await sign()) })).toBe(true);
  nowMs = end + 1;
  expect(isSignedBy({ publicKey: published, ...(await sign()) })).toBe(true);
  expect(readCount()).toBe(2);
});

test('a failed read is repeated for the next message', async () => {
  const [{ key }] = await sql('SELECT encrypted_private_key AS key FROM webhooks');
  await sql(`UPDATE webhooks SET encrypted_private_key = 'damaged'`);
  await expect(sign()).rejects.toThrow();
  await sql('UPDATE webhooks SET encrypted_private_key = $1', [key]);
  expect(isSignedBy({ publicKey, ...(await sign()) })).toBe(true);
  await expect(sign('none')).rejects.toThrow('no webhook none');
});

test('the webhooks of each party are signed with its own key', async () => {
  // Webhooks of one party share a key.
  const other = await aWebhook(await anotherShop(shop), { url: 'https://other.example' });
  const [own, others] = [await sign(), await sign(other.id)];
  expect(isSignedBy({ publicKey, ...own })).toBe(true);
  expect(isSignedBy({ publicKey: other.publicKey, ...others })).toBe(true);
  expect(isSignedBy({ publicKey, ...others })).toBe(false);
});

test('the keys of the five hundred endpoints that were used last are kept', async () => {
  const ids = Array.from({ length: 500 }, () => newId());
  await sql(
    `INSERT INTO webhooks SELECT (jsonb_populate_record(w, jsonb_build_object('id', name))).*
     FROM webhooks w, unnest($1::text[]) name`,
    [ids],
  );
  const [second = '', third = ''] = ids;
  await sign();
  for (const id of ids.slice(0, -1)) await sign(id);
  expect(readCount()).toBe(500);
  await sign();
  expect(readCount()).toBe(500);
  // One more: the first was used again, so the second is dropped.
  await sign(ids.at(-1));
  await sign();
  await sign(third);
  expect(readCount()).toBe(501);
  await sign(second);
  expect(readCount()).toBe(502);
});

test('standard headers carry the id and the second of the attempt, and one signature for each key', async () => {
  await setStandardHeaders(shop.store, { webhookID, isEnabled: true });
  const { partyID, standardPublicKey } = await getWebhookOverview(shop.store.database, webhookID);
  const secret = await createStandardSecret(shop.store, { webhookID, partyID });
  const seconds = Math.floor(nowMs / 1_000);
  const headers = { ...(await signStandard(new Date(seconds * 1_000 + 999))) };
  expect(headers).toEqual({
    'webhook-id': '7',
    'webhook-timestamp': String(seconds),
    'webhook-signature': expect.stringMatching(/^v1a,[\w+/]{86}== v1,[\w+/]{43}=$/),
  });
  expect(isStandardSigned(standardPublicKey ?? '', { headers, body: Buffer.from(TEXT) })).toBe(true);
  expect(new Webhook(secret).verify(TEXT, headers)).toEqual(JSON.parse(TEXT));
});

test('standard keys are read once a minute, beside the key of the other signature', async () => {
  await expect(signStandard()).rejects.toThrow(`webhook ${webhookID} has no key for standard headers`);
  await setStandardHeaders(shop.store, { webhookID, isEnabled: true });
  const before = readCount();
  await Promise.all([signStandard(), signStandard(), sign()]);
  nowMs += 59_999;
  await signStandard();
  expect(readCount()).toBe(before + 2);
  nowMs += 1;
  await signStandard();
  expect(readCount()).toBe(before + 3);
});
