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

test('a single key is ok', async () => {
  expect(await check(OLD)).toEqual({ status: 'ok', fact: { kind: 'keyAlone', name: old } });
});

test('two keys require a rotation, and then the removal of the old key', async () => {
  expect(await check(NEW, OLD)).toMatchObject({ status: 'warning', fact: { kind: 'keyNotRotated', name: fresh } });
  await beginRotation(given(NEW, OLD));
  expect(await check(NEW, OLD)).toMatchObject({
    status: 'ok',
    fact: { kind: 'keyRotates', name: fresh, names: [old] },
  });
  await shop.store.database.search('UPDATE key_rotations SET finished_at = now()', []);
  expect(await check(NEW, OLD)).toMatchObject({ status: 'ok', fact: { kind: 'keyStillNeeded', names: [old] } });
  await shop.store.database.search(`UPDATE key_rotations SET finished_at = now() - interval '65 minutes'`, []);
  expect(await check(NEW, OLD)).toMatchObject({ status: 'warning', fact: { kind: 'keyNotNeeded', names: [old] } });
  expect(await check(NEW)).toMatchObject({ status: 'ok' });
});

test('a key removed during a rotation is reported as missing', async () => {
  await beginRotation(given(NEW, OLD));
  expect(await check(NEW)).toMatchObject({
    status: 'failure',
    fact: { kind: 'keyRotatesAlone', name: fresh },
  });
  expect(await check(OLD)).toMatchObject({ status: 'failure', fact: { kind: 'keyRotationKeyMissing', key: fresh } });
});

test('an active key other than the rotation’s is reported until it replaces it', async () => {
  await beginRotation(given(NEW, OLD));
  expect(await check(NEXT, NEW, OLD)).toMatchObject({
    status: 'warning',
    fact: { kind: 'keyRotationWaits', name: next, key: fresh },
  });
  await beginRotation(given(NEXT, NEW, OLD));
  expect(await check(NEXT, NEW, OLD)).toMatchObject({
    status: 'ok',
    fact: { kind: 'keyRotates', name: next, names: [fresh, old] },
  });
  // After switching back, a superseded rotation does not count.
  await shop.store.database.search('UPDATE key_rotations SET finished_at = now() WHERE key_id = $1', [next]);
  expect(await check(NEW, NEXT)).toMatchObject({
    status: 'warning',
    fact: { kind: 'keyNotRotated', names: [next] },
  });
});
