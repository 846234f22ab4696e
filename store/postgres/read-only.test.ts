import { setTimeout as sleep } from 'node:timers/promises';
import { emptyDatabase } from '../../tests/harness/database';
import { ReadOnlyDatabase } from '../../tests/harness/read-only-database';
import { Database, lookup, statement } from './database';
import { DatabaseUnavailable } from './database-failure';

const WRITE = statement('test-read-only-write', 'INSERT INTO entries (text) VALUES ($1)');
const READ = lookup<{ count: string }>('test-read-only-read', 'SELECT count(*)::text AS count FROM entries');

let database: Database;
let server: ReadOnlyDatabase;

beforeEach(async () => {
  const url = await emptyDatabase();
  server = await ReadOnlyDatabase.open(url);
  database = new Database({ url, poolSize: 16 });
  await server.search('CREATE TABLE entries (text text)');
});

afterEach(async () => {
  await database.close();
  await server.close();
});

const write = async (text: string): Promise<unknown> => database.run(WRITE, [text]);
const writeInTransaction = async (text: string): Promise<unknown> =>
  database.transaction(async (tx) => database.run(WRITE, [text], tx));

async function fillPool(): Promise<void> {
  const work = Array.from({ length: 16 }, async () => database.search('SELECT pg_sleep(0.2)', []));
  await Promise.all(work);
}

test.each([
  ['a statement', write],
  ['a transaction', writeInTransaction],
])('%s succeeds at once after an idle time with connections to a read-only server', async (_, work) => {
  await server.setReadOnly();
  await fillPool();
  await expect(work('refused')).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await database.run(READ, [])).toEqual([{ count: '0' }]);
  await fillPool();
  await sleep(1_000);
  await server.setWritable();
  await work('written');
  expect(await server.search('SELECT text FROM entries')).toEqual([{ text: 'written' }]);
});

test('64 callers that never pause write again within two seconds', async () => {
  await server.setReadOnly();
  let isEnded = false;
  let failedAtMs = 0;
  let written = 0;
  const callers = Array.from({ length: 64 }, async (_, index) => {
    while (!isEnded) {
      await (index % 2 === 0 ? write : writeInTransaction)('x').then(
        () => (written += 1),
        () => (failedAtMs = performance.now()),
      );
      await database.run(READ, []);
    }
  });
  await sleep(2_500);
  expect(written).toBe(0);
  const writableAtMs = performance.now();
  await server.setWritable();
  await sleep(5_000);
  isEnded = true;
  await Promise.all(callers);
  expect(written).toBeGreaterThan(0);
  expect(failedAtMs - writableAtMs).toBeLessThan(2_000);
});

test('a server that takes no writes is not ready, and is as soon as a new connection is', async () => {
  await database.ping();
  await server.setReadOnly();
  await fillPool();
  await expect(database.ping()).rejects.toBeInstanceOf(DatabaseUnavailable);
  await server.setWritable();
  await sleep(1_000);
  await database.ping().catch(() => undefined);
  await database.ping();
});
