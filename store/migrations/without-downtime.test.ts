import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { emptyDatabase } from '../../tests/harness/database';
import { ARRIVAL_TIMEOUT_MS } from '../../tests/harness/timeouts';
import { knownMigrations, migrate } from './migrate';

/*
 * Processes of the previous version continue while a migration runs and after it, until they are replaced (decision 44). Squawk
 * finds statements that break them or that lock a table for long. A migration that needs one all the same gives the reason beside
 * the statement: `-- squawk-ignore <rule>`.
 */

/** Rules of style, and timeouts, which `migrate()` sets. */
const NOT_ASKED = [
  'prefer-robust-stmts',
  'prefer-bigint-over-int',
  'prefer-text-field',
  'require-lock-timeout',
  'require-statement-timeout',
];

test.each(knownMigrations())('the previous version can run beside %s', async (name) => {
  expect(await readFaults(await readQueries(name))).toEqual([]);
});

test.each([
  ['ALTER TABLE payments DROP COLUMN attempt', 'ban-drop-column'],
  ['ALTER TABLE payments RENAME COLUMN attempt TO number', 'renaming-column'],
  ['ALTER TABLE payments RENAME TO charges', 'renaming-table'],
  ['DROP TABLE payments', 'ban-drop-table'],
  ['ALTER TABLE payments ADD COLUMN colour text NOT NULL', 'adding-required-field'],
  ['ALTER TABLE payments ALTER COLUMN connector SET NOT NULL', 'adding-not-nullable-field'],
  ['ALTER TABLE payments ALTER COLUMN attempt TYPE bigint', 'changing-column-type'],
  ['ALTER TABLE payments ADD CONSTRAINT few CHECK (attempt < 9)', 'constraint-missing-not-valid'],
  ['ALTER TABLE payments ADD FOREIGN KEY (shop_id) REFERENCES shops (id)', 'adding-foreign-key-constraint'],
  ['CREATE INDEX payments_colour ON payments (colour)', 'require-concurrent-index-creation'],
  ['SELECT 1; CREATE INDEX CONCURRENTLY a ON payments (id)', 'ban-concurrent-index-creation-in-transaction'],
  ['DROP INDEX payments_colour', 'require-concurrent-index-deletion'],
])('refused: %s', async (statement, rule) => {
  expect(await readFaults([statement])).toContain(rule);
});

test.each([
  'ALTER TABLE payments ADD COLUMN colour text',
  "ALTER TABLE payments ADD COLUMN colour text NOT NULL DEFAULT ''",
  'CREATE INDEX CONCURRENTLY payments_colour ON payments (colour)',
  'CREATE TABLE colours (name text NOT NULL); CREATE INDEX colours_name ON colours (name)',
  '-- few rows\n-- squawk-ignore require-concurrent-index-creation\nCREATE INDEX parties_name ON parties (name)',
])('taken: %s', async (statement) => {
  expect(await readFaults([statement])).toEqual([]);
});

test('an index is created concurrently while another process waits for its turn to migrate', async () => {
  const url = await emptyDatabase();
  const [inTurn, indexing] = [new Client({ connectionString: url }), new Client({ connectionString: url })];
  await Promise.all([inTurn.connect(), indexing.connect()]);
  try {
    await inTurn.query('CREATE TABLE colours (name text); SELECT pg_advisory_lock(727265)');
    const waiting = migrate(url);
    await sleep(500);
    await indexing.query(`SET statement_timeout = ${ARRIVAL_TIMEOUT_MS}`);
    await indexing.query('CREATE INDEX CONCURRENTLY colours_name ON colours (name)');
    await inTurn.query('SELECT pg_advisory_unlock(727265)');
    await waiting;
  } finally {
    await Promise.all([inTurn.end(), indexing.end()]);
  }
});

test('a migration that waits for a lock lets others pass, and is run again', async () => {
  const url = await emptyDatabase();
  const [reader, next] = [new Client({ connectionString: url }), new Client({ connectionString: url })];
  await Promise.all([reader.connect(), next.connect()]);
  try {
    await migrate(url);
    await reader.query('BEGIN; SELECT * FROM audit_log');
    const migrated = migrate(url, [__dirname, join(__dirname, 'testing')]);
    const deadline = Date.now() + ARRIVAL_TIMEOUT_MS;
    // A look of its own afterwards might fall between two tries of the migration.
    let wasBlocked = await isBlocked(next);
    for (; !wasBlocked && Date.now() < deadline; wasBlocked = await isBlocked(next)) await sleep(50);
    expect(wasBlocked).toBe(true);
    // It stands behind the migration, which stands behind the reader: without a limit, for as long as he reads.
    await next.query(`SET lock_timeout = ${ARRIVAL_TIMEOUT_MS}`);
    await next.query('SELECT count(*) FROM audit_log');
    await reader.query('COMMIT');
    await migrated;
    await next.query('SELECT note FROM audit_log');
  } finally {
    await Promise.all([reader.end(), next.end()]);
  }
});

async function isBlocked(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows.length > 0;
}

/** What a migration asks of the database on its way up, as it would ask an empty one. */
async function readQueries(name: string): Promise<string[]> {
  const queries: string[] = [];
  const sequelize = { query: async (sql: string) => [[], queries.push(sql)] };
  const migration = (await import(`./${name}`)) as { up(given: object): Promise<void> };
  await migration.up({ name, context: { sequelize } });
  return queries;
}

/** The rules that queries break. Several statements in one query are one transaction, which PostgreSQL begins implicitly. */
async function readFaults(queries: readonly string[]): Promise<string[]> {
  const faults = await Promise.all(queries.map(faultsOfQuery));
  return [...new Set(faults.flat())].sort();
}

async function faultsOfQuery(sql: string): Promise<string[]> {
  const isTransaction = sql.trim().replace(/;$/, '').includes(';');
  const given = ['--reporter', 'json', '--pg-version', '16', '--exclude', NOT_ASKED.join()];
  const squawk = spawn(process.execPath, [
    require.resolve('squawk-cli/js/bin/squawk'),
    ...given,
    ...(isTransaction ? ['--assume-in-transaction'] : []),
    '--stdin-filepath',
    'migration.sql',
  ]);
  squawk.stdin.end(sql);
  const [output, complaint] = await Promise.all([text(squawk.stdout), text(squawk.stderr)]);
  if (output === '') throw new Error(`squawk said nothing of ${sql}: ${complaint}`);
  return (JSON.parse(output) as { rule_name: string }[]).map(({ rule_name }) => rule_name);
}
