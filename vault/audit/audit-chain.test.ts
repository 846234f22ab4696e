import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { emptyDatabase } from '../../tests/harness/database';
import { migrateVault } from '../database/migrate';
import { AuditChain } from './audit-chain';

const BATCH = 1_000;
const CHAIN_LOCK = 727_302;

let pool: Pool;
/** Sees only what is committed. */
let reader: Pool;
let chain: AuditChain;

beforeEach(async () => {
  const connectionString = await emptyDatabase();
  await migrateVault(connectionString);
  pool = new Pool({ connectionString });
  reader = new Pool({ connectionString });
  chain = new AuditChain(pool);
});

afterEach(async () => Promise.all([pool.end(), reader.end()]));

const verify = async () => new AuditChain(reader).verify();

const add = async (count: number): Promise<unknown> =>
  pool.query(
    `INSERT INTO audit_log (caller, action, card_id, outcome)
     SELECT 'api', 'store', 'card ' || number, 'done' FROM generate_series(1, $1) AS number`,
    [count],
  );

/** Changes entries as the owner of the database can. */
async function tamper(change: string): Promise<void> {
  await pool.query(`ALTER TABLE audit_log DISABLE TRIGGER ALL; ${change}; ALTER TABLE audit_log ENABLE TRIGGER ALL`);
}

test('an empty log has no head and is whole', async () => {
  expect(await chain.extend()).toBeUndefined();
  expect(await verify()).toEqual({ entries: 0, unchained: 0 });
});

test('entries are chained in their order, each with the hash of the one before', async () => {
  await add(2);
  const first = await chain.extend();
  expect(first).toEqual({ place: 2, head: expect.stringMatching(/^[\da-f]{64}$/), hasMore: false });
  await add(1);
  expect(await verify()).toEqual({ entries: 3, unchained: 1, head: first?.head });
  const second = await chain.extend();
  expect(second).toMatchObject({ place: 3, hasMore: false });
  expect(await verify()).toEqual({ entries: 3, unchained: 0, head: second?.head });
  expect(await chain.extend()).toBeUndefined();
  const { rows } = await pool.query<{ content: string; hash: string }>(
    `SELECT jsonb_build_array(id, extract(epoch FROM occurred_at), caller, action, card_id, party_id, operation_id, account, origin,
       outcome)::text AS content, encode(hash, 'hex') AS hash FROM audit_log ORDER BY place`,
  );
  let hash = '';
  for (const row of rows) {
    hash = createHash('sha256').update(hash).update(row.content).digest('hex');
    expect(row.hash).toBe(hash);
  }
});

test('a thousand entries are chained at once, and the rest by the next call', async () => {
  await add(BATCH + 1);
  expect(await chain.extend()).toMatchObject({ place: BATCH, hasMore: true });
  expect(await chain.extend()).toMatchObject({ place: BATCH + 1, hasMore: false });
  expect(await verify()).toMatchObject({ entries: BATCH + 1, unchained: 0, head: expect.any(String) });
});

test('a change in the second thousand is found too', async () => {
  await add(BATCH + 2);
  await chain.extend();
  await chain.extend();
  await tamper(`UPDATE audit_log SET caller = 'x' WHERE place = ${BATCH + 2}`);
  expect(await verify()).toEqual({ entries: BATCH + 2, unchained: 0, brokenAt: BATCH + 2 });
});

test.each([
  ['a changed entry', `UPDATE audit_log SET outcome = 'x' WHERE place = 2`, 2],
  ['a removed entry', 'DELETE FROM audit_log WHERE place = 2', 2],
  ['a removed first entry', 'DELETE FROM audit_log WHERE place = 1', 1],
  ['a changed hash', `UPDATE audit_log SET hash = '\\x00' WHERE place = 3`, 3],
  ['a changed place', 'UPDATE audit_log SET place = 9 WHERE place = 4', 4],
])('%s breaks the chain at its place', async (_name, change, brokenAt) => {
  await add(4);
  await chain.extend();
  await tamper(change);
  expect(await verify()).toMatchObject({ unchained: 0, brokenAt });
  expect(await verify()).not.toHaveProperty('head');
});

test('a vault chains nothing while another does, and leaves the connection usable', async () => {
  await add(1);
  const other = await pool.connect();
  await other.query('BEGIN');
  await other.query('SELECT pg_advisory_xact_lock($1)', [CHAIN_LOCK]);
  expect(await chain.extend()).toBeUndefined();
  await other.query('COMMIT');
  other.release();
  expect(await chain.extend()).toMatchObject({ place: 1 });
});

test('a vault that has nothing to chain leaves the chain to others', async () => {
  await chain.extend();
  await add(1);
  expect(await new AuditChain(reader).extend()).toMatchObject({ place: 1 });
});

test('a vault that waits for the database while it chains keeps others from chaining', async () => {
  await add(1);
  const blocking = await pool.connect();
  await blocking.query('BEGIN');
  await blocking.query('SELECT FROM audit_log FOR UPDATE');
  const first = chain.extend();
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while ((await reader.query(waiting)).rowCount === 0) await sleep(20);
  const second = new AuditChain(reader).extend().catch(() => 'failed');
  const outcome = await Promise.race([second, sleep(10_000, 'waits', { ref: false })]);
  await blocking.query('COMMIT');
  blocking.release();
  expect([outcome, await first]).toEqual([undefined, expect.objectContaining({ place: 1 })]);
});

test('64 calls at once chain each entry once', async () => {
  await add(20);
  await Promise.all(Array.from({ length: 64 }, async () => chain.extend()));
  expect(await verify()).toMatchObject({ entries: 20, unchained: 0 });
});

test('a failure chains nothing, is reported, and its connection is not used again', async () => {
  await add(1);
  await pool.query(`ALTER TABLE audit_log ADD CONSTRAINT none CHECK (place IS NULL)`);
  await expect(chain.extend()).rejects.toThrow('violates check constraint');
  expect(pool.totalCount).toBe(0);
  await pool.query('ALTER TABLE audit_log DROP CONSTRAINT none');
  expect(await chain.extend()).toMatchObject({ place: 1 });
  expect(pool.totalCount).toBe(1);
});
