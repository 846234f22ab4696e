import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { createLogger } from '../../runtime/logger';
import { emptyDatabase } from '../../tests/harness/database';
import { migrateVault } from '../database/migrate';
import { Outcomes } from './outcomes';

const ENTRY = {
  caller: 'worker',
  cardID: 'card',
  partyID: 'party',
  operationID: 'op',
  account: 'sandbox',
  origin: 'https://a',
};
const QUERY_MS = 600;

/** Counts the batches of a slow database and their outcomes. */
class SlowDatabase {
  readonly recorded: string[] = [];
  inFlight = 0;
  maxInFlight = 0;
  failures = 0;

  readonly query = (async ({ values }: { values: [string] }) => {
    this.inFlight += 1;
    this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
    await sleep(QUERY_MS);
    this.inFlight -= 1;
    if (this.failures-- > 0) throw new Error('the database does not answer');
    const batch = JSON.parse(values[0]) as { outcome: string }[];
    this.recorded.push(...batch.map(({ outcome }) => outcome));
  }) as unknown as Pool['query'];
}

function recordInto(database: Pick<Pool, 'query'>): { outcomes: Outcomes; log: string[] } {
  const log: string[] = [];
  const logger = createLogger({
    process: 'test',
    level: 'info',
    destination: { write: (line) => void log.push(line) },
  });
  return { outcomes: new Outcomes({ pool: database, logger }), log };
}

test('one batch is in flight, and settling waits for it and records all others', async () => {
  const database = new SlowDatabase();
  const { outcomes, log } = recordInto(database);
  const all = Array.from({ length: 12 }, (_, number) => `${number}`);
  for (const outcome of all) {
    outcomes.add(ENTRY, outcome);
    await sleep(100);
  }
  await outcomes.settle();
  expect(database).toMatchObject({ inFlight: 0, maxInFlight: 1, recorded: all });
  expect(log).toEqual([]);
});

test('a batch that the database refused is recorded later without another outcome', async () => {
  const database = new SlowDatabase();
  database.failures = 1;
  const { outcomes, log } = recordInto(database);
  outcomes.add(ENTRY, '200');
  while (database.recorded.length === 0) await sleep(50);
  expect(database.recorded).toEqual(['200']);
  expect(log).toHaveLength(1);
  await outcomes.settle();
});

test('settling names the outcomes that the database does not take', async () => {
  const database = new SlowDatabase();
  database.failures = 2;
  const { outcomes, log } = recordInto(database);
  outcomes.add(ENTRY, '200');
  await outcomes.settle();
  expect(log.at(-1)).toContain('an outcome was not recorded');
});

test('a batch whose commit was not confirmed is recorded once', async () => {
  const databaseUrl = await emptyDatabase();
  await migrateVault(databaseUrl);
  const pool = new Pool({ connectionString: databaseUrl });
  let lost = 1;
  const query = (async (given: { name: string; text: string; values: [string] }) => {
    await pool.query(given);
    if (lost-- > 0) throw new Error('the connection was lost after the commit');
  }) as unknown as Pool['query'];
  const { outcomes } = recordInto({ query });
  for (const outcome of ['200', '402']) outcomes.add(ENTRY, outcome);
  await sleep(600);
  outcomes.add(ENTRY, '503');
  await outcomes.settle();
  const { rows } = await pool.query<{ outcome: string }>('SELECT outcome FROM audit_log ORDER BY id');
  await pool.end();
  expect(rows.map(({ outcome }) => outcome)).toEqual(['200', '402', '503']);
});

test('up to 100,000 outcomes wait for the database, are recorded a thousand at once, and one more is logged', async () => {
  const sizes: number[] = [];
  const query = (async ({ values }: { values: [string] }) => {
    sizes.push((JSON.parse(values[0]) as unknown[]).length);
  }) as unknown as Pool['query'];
  const { outcomes, log } = recordInto({ query });
  for (let count = 0; count < 100_000; count++) outcomes.add(ENTRY, '200');
  expect(log).toEqual([]);
  outcomes.add({ ...ENTRY, cardID: 'last card' }, '402');
  expect(JSON.parse(log[0] ?? '')).toMatchObject({
    ...{ level: 'error', msg: 'an outcome was not recorded', cardID: 'last card', outcome: '402' },
  });
  await outcomes.settle();
  expect(sizes).toEqual(Array.from({ length: 100 }, () => 1_000));
  expect(log).toHaveLength(1);
});

test('a vault without outcomes stops without asking the database', async () => {
  const query = jest.fn();
  const { outcomes, log } = recordInto({ query: query });
  await outcomes.settle();
  expect([query.mock.calls, log]).toEqual([[], []]);
});
