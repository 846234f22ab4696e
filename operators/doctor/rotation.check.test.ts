import { randomBytes } from 'node:crypto';
import { aShopStore, type ShopStore } from '../../testing/factories/webhook';
import { readKeyRing } from '../../store/secrets/key-ring';
import { beginRotation } from '../../store/secrets/rotation';
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
const told = async (...keys: string[]) => rotationOfKeys(given(...keys));
const saying = (...words: unknown[]) => expect.stringMatching(new RegExp(words.map(String).join('.*')));

test('an installation with one key that was never rotated is well', async () => {
  expect(await told(OLD)).toEqual({ status: 'ok', found: `the one key is ${old}` });
});

test('whoever gives two keys hears when to encrypt anew, when that is done, and when the old one may go', async () => {
  expect(await told(NEW, OLD)).toMatchObject({ status: 'warning', remedy: saying('rotate encryption-key') });
  await beginRotation(given(NEW, OLD));
  expect(await told(NEW, OLD)).toMatchObject({ status: 'ok', found: saying(fresh, old, 'is needed until then') });
  await shop.store.database.search('UPDATE key_rotations SET finished_at = now()', []);
  expect(await told(NEW, OLD)).toMatchObject({ status: 'ok', found: saying('tokens under', old) });
  await shop.store.database.search(`UPDATE key_rotations SET finished_at = now() - interval '65 minutes'`, []);
  expect(await told(NEW, OLD)).toMatchObject({ status: 'warning', found: saying('nothing needs', old) });
  expect(await told(NEW)).toMatchObject({ status: 'ok' });
});

test('a key that is dropped while the rotation to the new one is open is said to be wanted', async () => {
  await beginRotation(given(NEW, OLD));
  expect(await told(NEW)).toMatchObject({
    status: 'failure',
    found: saying(fresh, 'no other key is given'),
    remedy: saying('NEW,OLD', 'rotate status', fresh),
  });
  expect(await told(OLD)).toMatchObject({ status: 'failure', found: saying(fresh, 'is not given') });
});

test('another key in force than that of the open rotation is said, until it takes its place', async () => {
  await beginRotation(given(NEW, OLD));
  expect(await told(NEXT, NEW, OLD)).toMatchObject({
    status: 'warning',
    found: saying(next, fresh, 'waits'),
    remedy: saying(fresh, 'rotate encryption-key'),
  });
  await beginRotation(given(NEXT, NEW, OLD));
  expect(await told(NEXT, NEW, OLD)).toMatchObject({ status: 'ok', found: saying(next, fresh, old) });
  // Back again: what was superseded counts for nothing.
  await shop.store.database.search('UPDATE key_rotations SET finished_at = now() WHERE key_id = $1', [next]);
  expect(await told(NEW, NEXT)).toMatchObject({ status: 'warning', found: saying(fresh, 'may be under', next) });
});
