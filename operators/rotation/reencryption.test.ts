import { randomBytes } from 'node:crypto';
import { aShopStore, aWebhook, type ShopStore } from '../../tests/harness/factories/webhook';
import { createAccessToken, readAccessToken, type AccessTokenScope } from '../../security/access-tokens';
import { readToken, signToken } from '../../security/signed-token';
import { continuationToken, readContinuationToken } from '../../store/platform/listing/continuation-token';
import { computeToolFingerprint } from '../../store/payments/payment-tool/payment-tool-token';
import { openStore, type Store } from '../../store/store';
import { openSigningKey } from '../../store/delivery/webhook/endpoint';
import { decrypt, DecryptionFailed, encrypt } from '../../security/encryption';
import { readKeyRing } from '../../security/key-ring';
import { reencryptPage, ENCRYPTED_COLUMNS, type ReencryptionCursor } from './reencryption';

const [OLD = '', NEW = ''] = [1, 2].map(() => randomBytes(32).toString('base64'));
const [old, both, other] = [readKeyRing(OLD), readKeyRing(`${NEW},${OLD}`), readKeyRing(NEW)];

let shop: ShopStore;
beforeEach(async () => {
  shop = await aShopStore();
});
afterEach(() => shop.store.database.close());

const withKeys = (encryptionKeys: Store['encryptionKeys']): Store => ({ ...shop.store, encryptionKeys });

async function reencryptAll(store: Store): Promise<number> {
  let count = 0;
  for (let place: ReencryptionCursor | null = { column: 0, after: '' }; place !== null;) {
    const step = await reencryptPage(store, place);
    count += step.reencrypted;
    place = step.next;
  }
  return count;
}

test('reencryption covers every encrypted column', async () => {
  const text = `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name LIKE 'encrypted\\_%'`;
  const columns = await shop.store.database.search<{ name: string }>(text, []);
  expect(ENCRYPTED_COLUMNS.map(({ name }) => name).sort()).toEqual(columns.map(({ name }) => name).sort());
});

test('reencryption lets the new key decrypt all data, and a second pass changes nothing', async () => {
  const webhook = await aWebhook({ ...shop, store: withKeys(old) }, { url: 'https://shop.example' });
  const { privateKey } = await openSigningKey(withKeys(old), webhook.id);
  const tool = { type: 'card', cardID: 'c1', expDate: '12/30', fingerprint: 'of the vault' } as const;
  const fingerprint = await computeToolFingerprint(tool, withKeys(old));
  await expect(openSigningKey(withKeys(other), webhook.id)).rejects.toThrow(DecryptionFailed);

  expect(await reencryptAll(withKeys(both))).toBe(2);
  expect((await openSigningKey(withKeys(other), webhook.id)).privateKey).toBe(privateKey);
  await expect(openSigningKey(withKeys(old), webhook.id)).rejects.toThrow(DecryptionFailed);
  const configuration = { DATABASE_URL: shop.databaseUrl, ENCRYPTION_KEY: NEW };
  const reopened = openStore(configuration, 1);
  expect(await computeToolFingerprint(tool, reopened)).toBe(fingerprint);
  await reopened.database.close();
  expect(await reencryptAll(withKeys(both))).toBe(0);
});

test('reencryption repeats passes until none changes anything, which covers concurrent writes with the old key', async () => {
  const webhook = await aWebhook({ ...shop, store: withKeys(old) }, { url: 'https://shop.example' });
  await aWebhook({ ...shop, store: withKeys(old) }, { url: 'https://shop.example' });
  const { database } = shop.store;
  const text = await encrypt('written late', 'webhook-key', old);
  let late = 1;
  // Simulates a process with the old key that writes while the last column is processed.
  async function run(this: typeof database, ...given: Parameters<typeof database.run>) {
    if (given[0].name === 'webhook_previous_keys.encrypted_private_key-page' && late-- > 0) {
      await database.search('UPDATE webhooks SET encrypted_private_key = $1 WHERE id = $2', [text, webhook.id]);
    }
    return database.run(...given);
  }
  const watched = { ...withKeys(both), database: Object.assign(Object.create(database) as typeof database, { run }) };
  expect(await reencryptAll(watched)).toBe(3);
  expect((await openSigningKey(withKeys(other), webhook.id)).privateKey).toBe('written late');
});

test('a text without a key is reported with its column, row and key id', async () => {
  const webhook = await aWebhook({ ...shop, store: withKeys(old) }, { url: 'https://shop.example' });
  const expectedMessage = expect.stringMatching(
    `^webhooks.encrypted_private_key of ${webhook.id} .*the key ${old.first.id}: no configured key`,
  );
  await expect(reencryptAll(withKeys(other))).rejects.toThrow(
    expect.objectContaining({ name: 'DecryptionKeyMissing', message: expectedMessage }),
  );
});

test('reencryption keeps concurrent writes', async () => {
  const webhook = await aWebhook({ ...shop, store: withKeys(old) }, { url: 'https://shop.example' });
  const { database } = shop.store;
  const race = { ...withKeys(both), database: Object.assign(Object.create(database) as typeof database, { run }) };
  const written = await encrypt('key of another', 'webhook-key', both);
  async function run(this: typeof database, ...given: Parameters<typeof database.run>) {
    if (given[0].name === 'webhooks.encrypted_private_key-replace') {
      await database.search('UPDATE webhooks SET encrypted_private_key = $1', [written]);
    }
    return database.run(...given);
  }
  await reencryptAll(race);
  expect((await openSigningKey(withKeys(other), webhook.id)).privateKey).toBe('key of another');
});

test('a text contains its key id, and only that key decrypts it', async () => {
  const text = await encrypt('secret', 'test', both);
  expect(await decrypt(text, 'test', other)).toBe('secret');
  expect(await decrypt(await encrypt('secret', 'test', old), 'test', both)).toBe('secret');
  await expect(decrypt(text, 'test', old)).rejects.toThrow(DecryptionFailed);
  await expect(decrypt(text, 'another', both)).rejects.toThrow(DecryptionFailed);
});

test('access and continuation tokens are valid while their key is in the ring', async () => {
  const scope: AccessTokenScope = { kind: 'invoice', id: 'i', partyID: 'p', shopID: 's' };
  const access = await createAccessToken(scope, old);
  expect(await readAccessToken(access, both)).toEqual(scope);
  expect(await readAccessToken(access, other)).toBeUndefined();
  expect(await readAccessToken(await createAccessToken(scope, both), other)).toEqual(scope);
  const signed = await signToken({ a: 1 }, 'test', old);
  expect((await readToken(signed, 'test', both))?.payload).toEqual({ a: 1 });
  expect(await readToken(signed, 'another', both)).toBeUndefined();
  expect(await readToken(signed, 'test', other)).toBeUndefined();
  const place = { createdAt: new Date(0), id: 'x' };
  expect(readContinuationToken(continuationToken(place, 'all', old), 'all', both)).toEqual(place);
  expect(() => readContinuationToken(continuationToken(place, 'all', old), 'all', other)).toThrow(/continuationToken/);
});
