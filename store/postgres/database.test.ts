import { rfc3339Text } from '../../domain/platform/rfc3339/rfc3339';
import { startCuttingProxy } from '../../tests/harness/cutting-proxy';
import { freshDatabase } from '../../tests/harness/database';
import { Database, isUniqueViolation, statement } from './database';
import { OutcomeUnknown, DatabaseUnavailable } from './database-failure';

let database: Database;

const CREATE = statement('test-create', 'CREATE TABLE kept (id integer PRIMARY KEY)');
const INSERT = statement<{ id: number }>('test-insert', 'INSERT INTO kept (id) VALUES ($1) RETURNING id');
const READ = statement<{ id: number }>('test-read', 'SELECT id FROM kept ORDER BY id');
const BREAK_OFF = statement('test-break-off', 'SELECT pg_terminate_backend(pg_backend_pid())');

const kept = async (): Promise<number[]> => (await database.run(READ, [])).map(({ id }) => id);

beforeAll(async () => {
  database = new Database({ url: await freshDatabase(), poolSize: 2 });
  await database.run(CREATE, []);
});

beforeEach(() => database.run(statement('test-empty', 'TRUNCATE kept'), []));

afterAll(() => database.close());

test('a transaction commits when its work returns and rolls back when it throws', async () => {
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

test.each([
  ['2026-11-21T12:00:00Z', '2026-11-21T12:00:00Z'],
  ['2026-11-21T12:00:00.1+03:00', '2026-11-21T09:00:00.100Z'],
  ['2026-11-21T12:00:00.000001Z', '2026-11-21T12:00:00.000001Z'],
  ['1969-12-31T23:59:59.999999Z', '1969-12-31T23:59:59.999999Z'],
])('a timestamp keeps its microseconds: %s', async (text, expected) => {
  const echo = statement<{ at: Date }>('test-echo-moment', 'SELECT $1::timestamptz AS at');
  const [row] = await database.run(echo, [text]);
  const [again] = await database.run(echo, [rfc3339Text(row?.at)]);
  expect([row, again].map((each) => rfc3339Text(each?.at))).toEqual([expected, expected]);
});

test('commitWith runs the last statements with the commit and returns the rows of each', async () => {
  const writes = [1, 2].map((id) => ({ ...INSERT, values: [id] }));
  const answers = await database.transaction((tx) => database.commitWith(writes, tx));
  expect(writes.map((each) => answers.getRows(each))).toEqual([[{ id: 1 }], [{ id: 2 }]]);
  expect(await kept()).toEqual([1, 2]);
});

test('a failing statement of commitWith rolls back and its error is thrown', async () => {
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

test('a transaction that ignores a failed statement fails', async () => {
  const ignoring = database.transaction(async (tx) => {
    await database.run(INSERT, [1], tx);
    await database.run(INSERT, [1], tx).catch(() => undefined);
  });
  await expect(ignoring).rejects.toThrow('had failed');
  expect(await kept()).toEqual([]);
});

test('statements without await run in order before the commit', async () => {
  await database.transaction(async (tx) => {
    await Promise.all([3, 1, 2].map((id) => database.run(INSERT, [id], tx)));
  });
  expect(await kept()).toEqual([1, 2, 3]);
});

test('a broken connection fails only its transaction, and the pool replaces it', async () => {
  for (let round = 0; round < 4; round++) {
    const broken = database.transaction(async (tx) => {
      await database.run(INSERT, [round], tx);
      await database.run(BREAK_OFF, [], tx);
    });
    await expect(broken).rejects.toBeInstanceOf(DatabaseUnavailable);
  }
  expect(await kept()).toEqual([]);
});

test('a transaction is retried when its connection breaks before the commit', async () => {
  let attempts = 0;
  await database.transaction(async (tx) => {
    await database.run(INSERT, [1], tx);
    if (attempts++ === 0) await database.run(BREAK_OFF, [], tx);
  });
  expect([attempts, await kept()]).toEqual([2, [1]]);
});

test('two deadlocked transactions both commit after a retry', async () => {
  await Promise.all([1, 2].map((id) => database.run(INSERT, [id])));
  const LOCK = statement('test-lock', 'SELECT id FROM kept WHERE id = $1 FOR UPDATE');
  let [attempts, haveOne] = [0, 0];
  let release = (): void => undefined;
  const bothHaveOne = new Promise<void>((resolve) => (release = resolve));
  const lockBoth = (order: number[]) =>
    database.transaction(async (tx) => {
      attempts++;
      await database.run(LOCK, [order[0]], tx);
      if (++haveOne === 2) release();
      await bothHaveOne;
      await database.run(LOCK, [order[1]], tx);
      return order;
    });
  expect(await Promise.all([lockBoth([1, 2]), lockBoth([2, 1])])).toEqual([
    [1, 2],
    [2, 1],
  ]);
  expect(attempts).toBe(3);
});

test.each(['40P01', '40001'])(
  'a transaction that always fails with %s is tried five times, and nothing is committed',
  async (code) => {
    const fail = statement(`test-${code}`, `DO $$ BEGIN RAISE EXCEPTION 'undone' USING ERRCODE = '${code}'; END $$`);
    let attempts = 0;
    const undone = database.transaction(async (tx) => {
      attempts++;
      await database.run(INSERT, [1], tx);
      await database.run(fail, [], tx);
    });
    await expect(undone).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect([attempts, await kept()]).toEqual([5, []]);
  },
);

test.each([
  ['during its commit', (remote: Database) => remote.transaction((tx) => remote.run(INSERT, [1], tx))],
  [
    'during its last statement with the commit',
    (remote: Database) => remote.transaction((tx) => remote.commitWith([{ ...INSERT, values: [1] }], tx)),
  ],
])('a transaction that loses its connection %s has an unknown outcome and is not retried', async (_, work) => {
  const proxy = await startCuttingProxy(database.url);
  const remote = new Database({ url: proxy.url, poolSize: 1 });
  await expect(work(remote)).rejects.toBeInstanceOf(OutcomeUnknown);
  expect(await kept()).toEqual([1]);
  proxy.close();
  await remote.close();
});

test('a read statement is retried, and a write statement is not', async () => {
  const id = database.run(statement('test-alone', 'SELECT pg_terminate_backend(pg_backend_pid())'), []);
  await expect(id).rejects.toBeInstanceOf(DatabaseUnavailable);
  const text =
    'WITH gone AS (SELECT pg_terminate_backend(pg_backend_pid())) INSERT INTO kept SELECT 1 FROM gone RETURNING id';
  await expect(database.run(statement('test-alone-writing', text), [])).rejects.toBeInstanceOf(OutcomeUnknown);
});

test('an unreachable database is reported as unavailable at once', async () => {
  const unreachable = new Database({ url: 'postgres://nobody:nothing@127.0.0.1:1/none' });
  const requested = performance.now();
  await expect(unreachable.transaction((tx) => unreachable.run(READ, [], tx))).rejects.toBeInstanceOf(
    DatabaseUnavailable,
  );
  // Waiting for a pooled connection takes fifteen seconds.
  expect(performance.now() - requested).toBeLessThan(10_000);
});

test('many concurrent transactions share a small pool', async () => {
  const ids = Array.from({ length: 200 }, (_, index) => index);
  await Promise.all(ids.map((id) => database.transaction((tx) => database.run(INSERT, [id], tx))));
  expect(await kept()).toEqual(ids);
});
