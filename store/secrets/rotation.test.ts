import { randomBytes } from 'node:crypto';
import { aShopStore, aWebhook, type ShopStore } from '../../testing/factories/webhook';
import type { Store } from '../store';
import { openEndpoint } from '../webhook/endpoint';
import { readKeyRing } from './key-ring';
import { BEGINNING } from './reencryption';
import {
  beginRotation,
  finishRotation,
  listRotations,
  OtherKeyInForce,
  rotatePage,
  rotationLifeline,
  type RotationPlace,
} from './rotation';

const [OLD = '', NEW = '', NEXT = ''] = [1, 2, 3].map(() => randomBytes(32).toString('base64'));

let shop: ShopStore;
beforeEach(async () => {
  shop = await aShopStore();
});
afterEach(() => shop.store.database.close());

const given = (...keys: string[]): Store => ({ ...shop.store, encryptionKeys: readKeyRing(keys.join(',')) });
const rotations = async () => listRotations(shop.store.database);
const step = async (store: Store, keyID: string, place: RotationPlace = BEGINNING) => {
  const done = await rotatePage(store, { keyID, place });
  if (done === 'superseded') throw new Error('it is superseded');
  return done;
};

/** As the workflow does. */
async function carryOn(store: Store, keyID: string, from: RotationPlace = BEGINNING): Promise<void> {
  for (let place: RotationPlace | null = from; place;) {
    const done = await step(store, keyID, place);
    place = done.next;
    if (!place) await finishRotation(store.database, { keyID, reencrypted: 0, requestedAt: done.requestedAt });
  }
}

test('a rotation ends when another key takes its place, and nobody takes it up again', async () => {
  const first = await beginRotation(given(NEW, OLD));
  const { requestedAt } = await step(given(NEW, OLD), first.keyID);
  await expect(step(given(NEXT, NEW, OLD), first.keyID)).rejects.toThrow(OtherKeyInForce);
  const second = await beginRotation(given(NEXT, NEW, OLD));
  for (const store of [given(NEXT, NEW, OLD), given(NEW, OLD)]) {
    expect(await rotatePage(store, { keyID: first.keyID, place: BEGINNING })).toBe('superseded');
  }
  await finishRotation(shop.store.database, { keyID: first.keyID, reencrypted: 7, requestedAt });
  expect(await rotations()).toMatchObject([
    { keyID: second.keyID, finishedAt: null, supersededAt: null },
    { keyID: first.keyID, finishedAt: null, supersededAt: expect.any(Date), reencrypted: 0n },
  ]);
  await shop.store.database.search(`UPDATE key_rotations SET created_at = created_at - interval '1 minute'`, []);
  const open = await rotationLifeline.page(shop.store.database, null, 10);
  expect(open.map(({ start }) => start.workflowID)).toEqual([second.workflowID]);
});

test('asked for once more on its way, it looks at everything again before it ends', async () => {
  const [store, back] = [given(NEW, OLD), given(OLD, NEW)];
  const { keyID } = await beginRotation(store);
  const webhook = await aWebhook({ ...shop, store }, { url: 'https://shop.example' });
  await aWebhook({ ...shop, store: back }, { url: 'https://shop.example/other' });
  const { next } = await step(store, keyID);
  expect(next?.column).toBeGreaterThan(0);
  // Meanwhile the old key was taken back, and has been everywhere that this one was.
  const undone = await beginRotation(back);
  await carryOn(back, undone.keyID);
  await beginRotation(store);
  await carryOn(store, keyID, { ...next, column: 10, after: '', hasChanged: false });
  expect((await rotations()).find((one) => one.keyID === keyID)?.finishedAt).toBeInstanceOf(Date);
  expect((await openEndpoint(given(NEW), webhook.id)).url).toBe('https://shop.example');
});

test('an end that was not heard of the last asking is none', async () => {
  const store = given(NEW, OLD);
  const { keyID } = await beginRotation(store);
  const { requestedAt } = await step(store, keyID);
  await beginRotation(store);
  await finishRotation(store.database, { keyID, reencrypted: 0, requestedAt });
  expect(await rotations()).toMatchObject([{ keyID, finishedAt: null }]);
  await carryOn(store, keyID);
  expect(await rotations()).toMatchObject([{ keyID, finishedAt: expect.any(Date) }]);
});
