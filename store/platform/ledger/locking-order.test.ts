import { freshDatabase } from '../../../tests/harness/database';
import { Database, type Transaction } from '../../postgres/database';
import { lockingOrder, recordLocks, recordOpening } from './locking-order';

let database: Database;
beforeAll(async () => {
  database = new Database({ url: await freshDatabase(), poolSize: 2 });
});
afterAll(() => database?.close());

const within = (work: (tx: Transaction) => void): Promise<void> => database.transaction(async (tx) => work(tx));

test('accounts are locked once each, in the order of PostgreSQL', async () => {
  // JavaScript would compare UTF-16 units, by which the emoji precedes the ligature.
  const ids = ['w/я', 'w/😀', 'w/ﬀ', 'w', 'w/10', 'w/2', 'W', 'w/я'];
  const rows = await database.search<{ id: string }>(
    'SELECT DISTINCT id COLLATE "C" AS id FROM unnest($1::text[]) AS id ORDER BY id',
    [ids],
  );
  expect(lockingOrder(ids)).toEqual(rows.map(({ id }) => id));
  expect(lockingOrder(ids)).toEqual(['W', 'w', 'w/10', 'w/2', 'w/я', 'w/ﬀ', 'w/😀']);
  expect(lockingOrder([])).toEqual([]);
});

test('a transaction may lock further accounts after its last one, and lock its own again', async () => {
  await within((tx) => {
    recordLocks(['b', 'd'], tx);
    recordLocks([], tx);
    recordLocks(['b', 'd', 'e'], tx);
    recordLocks(['b', 'd'], tx);
    recordLocks(['f'], tx);
  });
});

test('a transaction may not lock an account before its last one, in whichever call it locked that', async () => {
  for (const later of [['c'], ['a'], ['b', 'c', 'e']]) {
    const locking = within((tx) => {
      recordLocks(['a1', 'b', 'd'], tx);
      recordLocks(['b'], tx);
      recordLocks(later, tx);
    });
    await expect(locking).rejects.toThrow('is locked after d: move both in one go');
  }
  await expect(within((tx) => (recordLocks(['b', 'd'], tx), recordLocks(['e', 'a'], tx)))).rejects.toThrow('account a');
});

test('transactions do not share their locks', async () => {
  await within((tx) => recordLocks(['b'], tx));
  await within((tx) => recordLocks(['a'], tx));
});

test('a transaction opens accounts once, before it locks any', async () => {
  await within((tx) => (recordOpening(tx), recordLocks(['a'], tx)));
  const twice = within((tx) => (recordOpening(tx), recordOpening(tx)));
  await expect(twice).rejects.toThrow('accounts are opened in one go, before any is locked');
  const late = within((tx) => (recordLocks([], tx), recordOpening(tx)));
  await expect(late).rejects.toThrow('before any is locked');
});
