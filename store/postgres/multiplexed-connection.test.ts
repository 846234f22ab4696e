import { freshDatabase } from '../../tests/harness/database';
import { Database, lookup, statement } from './database';
import { DatabaseUnavailable } from './database-failure';

let url: string;
let database: Database;

const BACKEND = lookup<{ place: number; pid: number }>(
  'test-backend',
  'SELECT $1::integer AS place, pg_backend_pid() AS pid',
);
const DIVIDE = lookup<{ quotient: number }>('test-divide', 'SELECT 1 / $1::integer AS quotient');
const SLOW = lookup<{ slept: string }>('test-slow', 'SELECT pg_sleep(0.3)::text AS slept');
const END = statement('test-end-backends', 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1');

beforeAll(async () => {
  url = await freshDatabase();
});
beforeEach(() => {
  database = new Database({ url, poolSize: 4 });
});
afterEach(() => database.close());

const places = (count: number): number[] => Array.from({ length: count }, (_, place) => place);

test('concurrent look-ups share a connection, and each gets its own result', async () => {
  const found = await Promise.all(places(30).map(async (place) => database.run(BACKEND, [place])));
  expect(found.map(([row]) => row?.place)).toEqual(places(30));
  expect(new Set(found.map(([row]) => row?.pid)).size).toBe(1);
  expect(database.connections()).toEqual({ using: 0, idle: 1, waiting: 0 });
});

test('look-ups beyond the limit use another connection', async () => {
  // Opens two connections first: a new one may be opened later than the first is free again.
  const another = () => database.transaction(async (tx) => database.run(BACKEND, [1], tx));
  await database.transaction(async (tx) => Promise.all([database.run(BACKEND, [0], tx), another()]));
  expect(database.connections()).toEqual({ using: 0, idle: 2, waiting: 0 });
  const requested = places(99).map(async (place) => database.run(BACKEND, [place]));
  const [, ...found] = (await Promise.all([database.run(SLOW, []), ...requested])) as {
    place: number;
    pid: number;
  }[][];
  expect(found.map(([row]) => row?.place)).toEqual(places(99));
  expect(new Set(found.map(([row]) => row?.pid)).size).toBeGreaterThan(1);
});

test('a failed look-up fails no other', async () => {
  const found = await Promise.allSettled([2, 0, 1].map(async (by) => database.run(DIVIDE, [by])));
  expect(found.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('look-ups on a lost connection are retried', async () => {
  const [row] = await database.run(BACKEND, [0]);
  const requested = [database.run(SLOW, []), ...places(5).map(async (place) => database.run(BACKEND, [place]))];
  await database.run(END, [row?.pid]);
  const [, ...found] = (await Promise.all(requested)) as { place: number; pid: number }[][];
  expect(found.map(([each]) => each?.place)).toEqual(places(5));
  expect(found.map(([each]) => each?.pid)).not.toContain(row?.pid);
});

test('a transaction gets the only connection in its turn, despite continuous look-ups', async () => {
  const small = new Database({ url, poolSize: 1 });
  let [isDone, count] = [false, 0];
  const asking = places(4).map(async () => {
    for (; !isDone; count++) await small.run(BACKEND, [0]);
  });
  await small.transaction(async (tx) => small.run(BACKEND, [1], tx));
  isDone = true;
  await Promise.all(asking);
  expect(count).toBeLessThan(2_000);
  await small.close();
});

test('while connections are lost repeatedly a look-up returns its own result or DatabaseUnavailable', async () => {
  const operator = new Database({ url, poolSize: 1 });
  const others = `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  let isOver = false;
  const ending = (async () => {
    for (; !isOver; await new Promise((resolve) => setTimeout(resolve, 3))) await operator.search(others, []);
  })();
  const wrong: unknown[] = [];
  for (let round = 0; round < 10; round++) {
    const requested = places(64).map(async (place) => (await database.run(BACKEND, [place]))[0]?.place);
    (await Promise.allSettled(requested)).forEach((answer, place) => {
      const isRight =
        answer.status === 'fulfilled' ? answer.value === place : answer.reason instanceof DatabaseUnavailable;
      if (!isRight) wrong.push(answer);
    });
  }
  isOver = true;
  await ending;
  await operator.close();
  expect(wrong).toEqual([]);
});
