import { freshDatabase } from '../testing/database';
import { Database, isUniqueViolation, statement } from './database';

let database: Database;

const CREATE = statement('test-create', 'CREATE TABLE kept (id integer PRIMARY KEY)');
const INSERT = statement('test-insert', 'INSERT INTO kept (id) VALUES ($1) RETURNING id');
const READ = statement('test-read', 'SELECT id FROM kept ORDER BY id');
const BREAK_OFF = statement('test-break-off', 'SELECT pg_terminate_backend(pg_backend_pid())');

const kept = async (): Promise<number[]> => (await database.run<{ id: number }>(READ, [])).map(({ id }) => id);

beforeAll(async () => {
  database = new Database({ url: await freshDatabase(), poolSize: 2 });
  await database.run(CREATE, []);
});

beforeEach(() => database.run(statement('test-empty', 'TRUNCATE kept'), []));

afterAll(() => database.close());

test('what a transaction returns is committed, what it throws is rolled back', async () => {
  const result = await database.transaction(async (tx) => {
    await database.run(INSERT, [1], tx);
    return 'done';
  });
  const failing = database.transaction(async (tx) => {
    await database.run(INSERT, [2], tx);
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(result).toBe('done');
  expect(await kept()).toEqual([1]);
});

test('the last statements are committed with the transaction, each with its rows', async () => {
  const rows = await database.transaction((tx) =>
    database.commitWith(
      [1, 2].map((id) => ({ ...INSERT, values: [id] })),
      tx,
    ),
  );
  expect(rows).toEqual([[{ id: 1 }], [{ id: 2 }]]);
  expect(await kept()).toEqual([1, 2]);
});

test('where one of them fails nothing is committed, and its own error is told', async () => {
  const failing = database.transaction((tx) =>
    database.commitWith(
      [1, 1, 2].map((id) => ({ ...INSERT, values: [id] })),
      tx,
    ),
  );
  const error = await failing.catch((caught: unknown) => caught);
  expect(isUniqueViolation(error, 'kept_pkey')).toBe(true);
  expect(await kept()).toEqual([]);
});

test('a transaction that passes over a failed statement is no success', async () => {
  const careless = database.transaction(async (tx) => {
    await database.run(INSERT, [1], tx);
    await database.run(INSERT, [1], tx).catch(() => undefined);
  });
  await expect(careless).rejects.toThrow('had failed');
  expect(await kept()).toEqual([]);
});

test('statements that were not waited for run in their order, before the end', async () => {
  await database.transaction(async (tx) => {
    await Promise.all([3, 1, 2].map((id) => database.run(INSERT, [id], tx)));
  });
  expect(await kept()).toEqual([1, 2, 3]);
});

test('a connection that breaks off loses its transaction only, and the pool makes another', async () => {
  for (let round = 0; round < 4; round++) {
    const broken = database.transaction(async (tx) => {
      await database.run(INSERT, [round], tx);
      await database.run(BREAK_OFF, [], tx);
    });
    await expect(broken).rejects.toThrow();
  }
  expect(await kept()).toEqual([]);
});

test('many at once share a small pool', async () => {
  const ids = Array.from({ length: 200 }, (_, index) => index);
  await Promise.all(ids.map((id) => database.transaction((tx) => database.run(INSERT, [id], tx))));
  expect(await kept()).toEqual(ids);
});
