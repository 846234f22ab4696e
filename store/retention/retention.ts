import { statement, type Database, type Statement } from '../database';

/** What is forgotten, and after how many days. Idempotency keys, external ids, events and transfers are kept for ever. */
export const RETENTION_DAYS = {
  /** Who asked for what: as long as disputes are common. */
  audit_log: 180,
  /** Each attempt to deliver a webhook message. That it was delivered, and when, is kept. */
  webhook_attempts: 90,
  /** Which windows were compared with a connector: a year, and the time to close its books. What was found is kept. */
  reconciliation_windows: 400,
} as const;

export type ForgettableTable = keyof typeof RETENTION_DAYS;

/** How many rows of each table were deleted. */
export type Forgotten = Record<ForgettableTable, number>;

/** So many rows are deleted by one statement: some tens of milliseconds, and a lock on nothing that anybody else asks for. */
const BATCH_SIZE = 2_000;

// The oldest are looked at in their order, so that it costs the same however many are kept.
const FORGET_CALLS = statement<{ count: number }>(
  'audit-forget',
  `WITH oldest AS (SELECT id, occurred_at FROM audit_log ORDER BY id LIMIT ${BATCH_SIZE}),
       gone AS (
         DELETE FROM audit_log a USING oldest o
         WHERE a.id = o.id AND o.occurred_at < now() - make_interval(days => $1) RETURNING 1
       )
     SELECT count(*)::integer AS count FROM gone`,
);

/** Deletes the oldest rows of a table by an index of their times. */
function forgetText(table: ForgettableTable, time: string): string {
  return `WITH old AS (
       SELECT ctid FROM ${table} WHERE ${time} < now() - make_interval(days => $1)
       ORDER BY ${time} LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
     ), gone AS (
       DELETE FROM ${table} t USING old WHERE t.ctid = old.ctid RETURNING 1
     )
     SELECT count(*)::integer AS count FROM gone`;
}

const FORGET_ATTEMPTS = statement<{ count: number }>('attempts-forget', forgetText('webhook_attempts', 'started_at'));

const FORGET_WINDOWS = statement<{ count: number }>(
  'reconciliation-windows-forget',
  forgetText('reconciliation_windows', 'from_time'),
);

const FORGET: Record<ForgettableTable, Statement<{ count: number }>> = {
  audit_log: FORGET_CALLS,
  webhook_attempts: FORGET_ATTEMPTS,
  reconciliation_windows: FORGET_WINDOWS,
};

const TABLES = Object.keys(RETENTION_DAYS) as ForgettableTable[];

/**
 * Deletes a batch of what is past its time in each table. Harmless when repeated.
 * @returns how many rows of each, and whether more is past its time
 */
export async function forgetOld(database: Database): Promise<{ forgotten: Forgotten; hasMore: boolean }> {
  const forgotten: Forgotten = { audit_log: 0, webhook_attempts: 0, reconciliation_windows: 0 };
  for (const table of TABLES) {
    const [row] = await database.run(FORGET[table], [RETENTION_DAYS[table]]);
    forgotten[table] = row?.count ?? 0;
  }
  return { forgotten, hasMore: TABLES.some((table) => forgotten[table] === BATCH_SIZE) };
}
