import { randomBytes } from 'node:crypto';
import { aShopStore, type ShopStore } from '../../tests/harness/factories/webhook';
import { readKeyRing } from '../../security/key-ring';
import { beginRotation } from '../../store/platform/key-rotation/key-rotation';
import type { Store } from '../../store/store';
import { rotationOfKeys } from './rotation.check';

const [OLD = '', NEW = '', NEXT = ''] = [1, 2, 3].map(() => randomBytes(32).toString('base64'));
const [old, fresh, next] = [OLD, NEW, NEXT].map((key) => readKeyRing(key).first.id);

let shop: ShopStore;
beforeEach(async () => {
  shop = await aShopStore();
});
afterEach(() => shop.store.database.close());

const given = (...keys: string[]): Store => ({ ...shop.store, encryptionKeys: readKeyRing(keys.join(',')) });
const check = async (...keys: string[]) => rotationOfKeys(given(...keys));
const containing = (...words: unknown[]) => expect.stringMatching(new RegExp(words.map(String).join('.*')));

test('a single key is ok', async () => {
  expect(await check(OLD)).toEqual({ status: 'ok', found: `the only key is ${old}` });
});

test('two keys require a rotation, and then the removal of the old key', async () => {
  expect(await check(NEW, OLD)).toMatchObject({ status: 'warning', remedy: containing('rotate encryption-key') });
  await beginRotation(given(NEW, OLD));
  expect(await check(NEW, OLD)).toMatchObject({ status: 'ok', found: containing(fresh, old, 'is needed until then') });
  await shop.store.database.search('UPDATE key_rotations SET finished_at = now()', []);
  expect(await check(NEW, OLD)).toMatchObject({ status: 'ok', found: containing('tokens encrypted with', old) });
  await shop.store.database.search(`UPDATE key_rotations SET finished_at = now() - interval '65 minutes'`, []);
  expect(await check(NEW, OLD)).toMatchObject({ status: 'warning', found: containing(old, 'is no longer needed') });
  expect(await check(NEW)).toMatchObject({ status: 'ok' });
});

test('a key removed during a rotation is reported as missing', async () => {
  await beginRotation(given(NEW, OLD));
  expect(await check(NEW)).toMatchObject({
    status: 'failure',
    found: containing(fresh, 'no older key is configured'),
    remedy: containing('NEW,OLD', 'rotate status', fresh),
  });
  expect(await check(OLD)).toMatchObject({ status: 'failure', found: containing(fresh, 'is missing') });
});

test('an active key other than the rotation’s is reported until it replaces it', async () => {
  await beginRotation(given(NEW, OLD));
  expect(await check(NEXT, NEW, OLD)).toMatchObject({
    status: 'warning',
    found: containing(next, fresh, 'waits'),
    remedy: containing(fresh, 'rotate encryption-key'),
  });
  await beginRotation(given(NEXT, NEW, OLD));
  expect(await check(NEXT, NEW, OLD)).toMatchObject({ status: 'ok', found: containing(next, fresh, old) });
  // After switching back, a superseded rotation does not count.
  await shop.store.database.search('UPDATE key_rotations SET finished_at = now() WHERE key_id = $1', [next]);
  expect(await check(NEW, NEXT)).toMatchObject({
    status: 'warning',
    found: containing(fresh, 'may be encrypted with', next),
  });
});
