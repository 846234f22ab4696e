import { randomBytes } from 'node:crypto';
import { anotherShop, aShopStore, aWebhook, type ShopStore } from '../../tests/harness/factories/webhook';
import type { Store } from '../../store/store';
import { openSigningKey } from '../../store/delivery/webhook/endpoint';
import { readKeyRing } from '../../security/key-ring';
import {
  beginRotation,
  finishRotation,
  listRotations,
  rotationRecovery,
} from '../../store/platform/key-rotation/key-rotation';
import { OtherKeyInForce, rotatePage } from './rotate-page';

const [OLD = '', NEW = '', NEXT = ''] = [1, 2, 3].map(() => randomBytes(32).toString('base64'));

let shop: ShopStore;
beforeEach(async () => {
  shop = await aShopStore();
});
afterEach(() => shop.store.database.close());

const withKeys = (...keys: string[]): Store => ({ ...shop.store, encryptionKeys: readKeyRing(keys.join(',')) });
const rotations = async () => listRotations(shop.store.database);
const step = async (store: Store, keyID: string) => {
  const done = await rotatePage(store, { keyID });
  if (done === 'superseded') throw new Error('the rotation was superseded');
  return done;
};

async function runToEnd(store: Store, keyID: string): Promise<void> {
  for (let isLast = false; !isLast;) {
    const { next, requestedAt } = await step(store, keyID);
    isLast = next === null;
    if (isLast) await finishRotation(store.database, { keyID, requestedAt });
  }
}

test('a rotation to another key supersedes a running one, which is not restarted', async () => {
  const first = await beginRotation(withKeys(NEW, OLD));
  const { requestedAt } = await step(withKeys(NEW, OLD), first.keyID);
  await expect(step(withKeys(NEXT, NEW, OLD), first.keyID)).rejects.toThrow(OtherKeyInForce);
  const second = await beginRotation(withKeys(NEXT, NEW, OLD));
  for (const store of [withKeys(NEXT, NEW, OLD), withKeys(NEW, OLD)]) {
    expect(await rotatePage(store, { keyID: first.keyID })).toBe('superseded');
  }
  await finishRotation(shop.store.database, { keyID: first.keyID, requestedAt });
  expect(await rotations()).toMatchObject([
    { keyID: second.keyID, finishedAt: null, supersededAt: null },
    { keyID: first.keyID, finishedAt: null, supersededAt: expect.any(Date), reencrypted: 0n },
  ]);
  await shop.store.database.search(`UPDATE key_rotations SET created_at = created_at - interval '1 minute'`, []);
  const open = await rotationRecovery.page(shop.store.database, null, 10);
  expect(open.map(({ start }) => start.workflowID)).toEqual([second.workflowID]);
});

test('a rotation that is requested again makes another full pass', async () => {
  const [store, back] = [withKeys(NEW, OLD), withKeys(OLD, NEW)];
  const { keyID } = await beginRotation(store);
  const webhook = await aWebhook({ ...shop, store }, { url: 'https://shop.example' });
  await aWebhook({ ...(await anotherShop(shop)), store: back }, { url: 'https://shop.example/other' });
  const { next } = await step(store, keyID);
  expect(next?.column).toBeGreaterThan(0);
  // The old key was restored and has reencrypted everything.
  const restoredRotation = await beginRotation(back);
  await runToEnd(back, restoredRotation.keyID);
  await beginRotation(store);
  await runToEnd(store, keyID);
  expect((await rotations()).find((one) => one.keyID === keyID)?.finishedAt).toBeInstanceOf(Date);
  expect((await openSigningKey(withKeys(NEW), webhook.id)).privateKey).toContain('PRIVATE KEY');
});

test('a rotation that is requested again during its last page does not finish', async () => {
  const store = withKeys(NEW, OLD);
  const { keyID } = await beginRotation(store);
  const { requestedAt } = await step(store, keyID);
  await beginRotation(store);
  await finishRotation(store.database, { keyID, requestedAt });
  expect(await rotations()).toMatchObject([{ keyID, finishedAt: null }]);
  await runToEnd(store, keyID);
  expect(await rotations()).toMatchObject([{ keyID, finishedAt: expect.any(Date) }]);
});

test('a rotation does not finish before a pass that changed nothing, whatever the caller states', async () => {
  const store = withKeys(NEW, OLD);
  await aWebhook({ ...shop, store: withKeys(OLD) }, { url: 'https://shop.example' });
  const { keyID } = await beginRotation(store);
  const [{ at }] = await store.database.search<any>(
    'SELECT extract(epoch FROM requested_at)::text AS at FROM key_rotations',
    [],
  );
  const finish = () => finishRotation(store.database, { keyID, requestedAt: at });
  await finish();
  await rotatePage(store, { keyID, place: { column: 99, after: '~' } } as { keyID: string });
  await finish();
  expect(await rotations()).toMatchObject([{ keyID, finishedAt: null }]);
  await runToEnd(store, keyID);
  expect(await rotations()).toMatchObject([{ keyID, finishedAt: expect.any(Date) }]);
});
