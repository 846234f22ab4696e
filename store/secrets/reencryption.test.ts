import { randomBytes } from 'node:crypto';
import { aShopStore, aWebhook, type ShopStore } from '../../testing/factories/webhook';
import { createAccessToken, readAccessToken, type AccessTokenScope } from '../access-token/access-tokens';
import { readToken, signToken } from '../access-token/signed-token';
import { getTokenizedCard, detokenizeCard, tokenizeCard } from '../card-vault/card-vault';
import { continuationToken, readContinuationToken } from '../listing/continuation-token';
import { toolFingerprint } from '../payment-tool/payment-tool-token';
import { openStore, type Store } from '../store';
import { openEndpoint } from '../webhook/endpoint';
import { decrypt, DecryptionFailed, encrypt } from './encryption';
import { readKeyRing } from './key-ring';
import { reencryptPage, ENCRYPTED_COLUMNS, type ReencryptionPlace } from './reencryption';

const [OLD = '', NEW = ''] = [1, 2].map(() => randomBytes(32).toString('base64'));
const [old, both, other] = [readKeyRing(OLD), readKeyRing(`${NEW},${OLD}`), readKeyRing(NEW)];

let shop: ShopStore;
beforeEach(async () => {
  shop = await aShopStore();
});
afterEach(() => shop.store.database.close());

const under = (encryptionKeys: Store['encryptionKeys']): Store => ({ ...shop.store, encryptionKeys });

async function reencryptAll(store: Store): Promise<number> {
  let count = 0;
  for (let place: ReencryptionPlace | null = { column: 0, after: '' }; place !== null;) {
    const step = await reencryptPage(store, place);
    count += step.reencrypted;
    place = step.next;
  }
  return count;
}

test('every column that is encrypted is encrypted anew', async () => {
  const text = `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name LIKE 'encrypted\\_%'`;
  const columns = await shop.store.database.search<{ name: string }>(text, []);
  expect(ENCRYPTED_COLUMNS.map(({ name }) => name).sort()).toEqual(columns.map(({ name }) => name).sort());
});

test('what rests under the old key is opened with the new one alone afterwards, and a second round finds nothing', async () => {
  const card = { cardNumber: '4242424242424242', expDate: '12/30' };
  const { token } = await tokenizeCard(under(old), { partyID: shop.partyID, card, paymentSystem: 'visa' });
  const webhook = await aWebhook({ ...shop, store: under(old) }, { url: 'https://shop.example' });
  const { privateKey } = await openEndpoint(under(old), webhook.id);
  const tool = { type: 'card', ...card, cvv: '123', cardHolder: 'A B' } as const;
  const fingerprint = await toolFingerprint(tool, under(old));
  await expect(detokenizeCard(under(other), token)).rejects.toThrow(DecryptionFailed);

  expect(await reencryptAll(under(both))).toBe(3);
  expect(await detokenizeCard(under(other), token)).toEqual(card);
  expect((await openEndpoint(under(other), webhook.id)).privateKey).toBe(privateKey);
  await expect(detokenizeCard(under(old), token)).rejects.toThrow(DecryptionFailed);
  expect(await getTokenizedCard(shop.store.database, { token, partyID: shop.partyID })).toMatchObject({ token });
  const configuration = { DATABASE_URL: shop.databaseUrl, ENCRYPTION_KEY: NEW };
  const anew = openStore(configuration, 1);
  expect(await toolFingerprint(tool, anew)).toBe(fingerprint);
  await anew.database.close();
  expect(await reencryptAll(under(both))).toBe(0);
});

test('what somebody writes with the old key behind the place is found: only a pass that changes nothing is the last', async () => {
  const webhook = await aWebhook({ ...shop, store: under(old) }, { url: 'https://shop.example' });
  await aWebhook({ ...shop, store: under(old) }, { url: 'https://shop.example' });
  const { database } = shop.store;
  const text = await encrypt('written late', 'webhook-key', old);
  let late = 1;
  // A process that nobody has restarted, as the last column is looked at.
  async function run(this: typeof database, ...given: Parameters<typeof database.run>) {
    if (given[0].name === 'encrypted-recurrent-page' && late-- > 0) {
      await database.search('UPDATE webhooks SET encrypted_private_key = $1 WHERE id = $2', [text, webhook.id]);
    }
    return database.run(...given);
  }
  const watched = { ...under(both), database: Object.assign(Object.create(database) as typeof database, { run }) };
  expect(await reencryptAll(watched)).toBe(3);
  expect((await openEndpoint(under(other), webhook.id)).privateKey).toBe('written late');
});

test('what no key opens is named by its column and row, and by the key that it wants', async () => {
  const webhook = await aWebhook({ ...shop, store: under(old) }, { url: 'https://shop.example' });
  const says = expect.stringMatching(
    `^webhooks.encrypted_private_key of ${webhook.id} .*the key ${old.first.id}: no key`,
  );
  await expect(reencryptAll(under(other))).rejects.toThrow(
    expect.objectContaining({ name: 'DecryptionKeyMissing', message: says }),
  );
});

test('what another has written meanwhile stays', async () => {
  const webhook = await aWebhook({ ...shop, store: under(old) }, { url: 'https://shop.example' });
  const { database } = shop.store;
  const race = { ...under(both), database: Object.assign(Object.create(database) as typeof database, { run }) };
  const written = await encrypt('key of another', 'webhook-key', both);
  async function run(this: typeof database, ...given: Parameters<typeof database.run>) {
    if (given[0].name === 'encrypted-webhooks-replace') {
      await database.search('UPDATE webhooks SET encrypted_private_key = $1', [written]);
    }
    return database.run(...given);
  }
  await reencryptAll(race);
  expect((await openEndpoint(under(other), webhook.id)).privateKey).toBe('key of another');
});

test('a text names its key, and none opens it but that one', async () => {
  const text = await encrypt('secret', 'test', both);
  expect(await decrypt(text, 'test', other)).toBe('secret');
  expect(await decrypt(await encrypt('secret', 'test', old), 'test', both)).toBe('secret');
  await expect(decrypt(text, 'test', old)).rejects.toThrow(DecryptionFailed);
  await expect(decrypt(text, 'another', both)).rejects.toThrow(DecryptionFailed);
});

test('tokens and places of listings are good while their key is in the ring', async () => {
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
