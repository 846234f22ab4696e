import { statement, type Database, type Statement } from '../../postgres/database';

/** Days until rows are deleted. Idempotency keys, external ids, events and transfers are kept forever. */
export const RETENTION_DAYS = {
  /** As long as disputes are common. */
  audit_log: 180,
  /** Delivery attempts; the result of a delivery is kept. */
  webhook_attempts: 90,
  /** A year, and the time to close its books; findings are kept. */
  reconciliation_windows: 400,
  /** Longer than card payments can be refunded or disputed. Statements of what is still open are kept. */
  connector_notices: 540,
  /** Contact information and metadata of deleted customers, which are erased; the rows stay for their payments. */
  customers: 30,
  /** Cards in the vault that no destination uses. */
  vault_cards: 90,
  /** Documents against chargebacks, if none is open: as long as statements of connectors. */
  chargeback_evidence: 540,
} as const;

export type ForgettableTable = Exclude<
  keyof typeof RETENTION_DAYS,
  'customers' | 'vault_cards' | 'chargeback_evidence'
>;

/** When a card is deleted that is stored now and not used. */
export function unusedCardEnd(now: Date): Date {
  return new Date(now.getTime() + RETENTION_DAYS.vault_cards * 86_400_000);
}

export type DeletedCounts = Record<ForgettableTable, number>;

/** Keeps a statement to some tens of milliseconds. */
const BATCH_SIZE = 2_000;

// Reads the oldest rows by primary key, so that the cost does not grow with the table.
const FORGET_CALLS = statement<{ count: number }>(
  'audit-forget',
  `WITH oldest AS (SELECT id, occurred_at FROM audit_log ORDER BY id LIMIT ${BATCH_SIZE}),
       gone AS (
         DELETE FROM audit_log a USING oldest o
         WHERE a.id = o.id AND o.occurred_at < now() - make_interval(days => $1) RETURNING 1
       )
     SELECT count(*)::integer AS count FROM gone`,
);

/** Deletes the oldest rows of a table by the index of `time`. */
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

/** The first names of an operation are its invoice and payment: `refund/I.P.R/refund`. */
const NOTICE_PAYMENT = `split_part(split_part(n.reference, '/', 2), '.', 1), split_part(split_part(n.reference, '/', 2), '.', 2)`;

const FORGET_NOTICES = statement<{ count: number }>(
  'connector-notices-forget',
  `WITH old AS (
     SELECT n.connector, n.id FROM connector_notices n
     WHERE n.received_at < now() - make_interval(days => $1)
       AND NOT EXISTS (SELECT 1 FROM payments p WHERE (p.invoice_id, p.id) = (${NOTICE_PAYMENT})
         AND p.status IN ('pending', 'processed'))
       AND NOT EXISTS (SELECT 1 FROM refunds r WHERE (r.invoice_id, r.payment_id) = (${NOTICE_PAYMENT})
         AND r.status = 'pending')
     ORDER BY n.received_at LIMIT ${BATCH_SIZE} FOR UPDATE OF n SKIP LOCKED
   ), gone AS (
     DELETE FROM connector_notices t USING old WHERE (t.connector, t.id) = (old.connector, old.id) RETURNING 1
   )
   SELECT count(*)::integer AS count FROM gone`,
);

const FORGET: Record<ForgettableTable, Statement<{ count: number }>> = {
  audit_log: FORGET_CALLS,
  webhook_attempts: FORGET_ATTEMPTS,
  reconciliation_windows: FORGET_WINDOWS,
  connector_notices: FORGET_NOTICES,
};

const TABLES = Object.keys(FORGET) as ForgettableTable[];

/** Deletes a batch of expired rows of each table. Idempotent. @returns the deleted counts, and whether more rows are expired */
export async function deleteExpiredRows(database: Database): Promise<{ forgotten: DeletedCounts; hasMore: boolean }> {
  const forgotten: DeletedCounts = {
    audit_log: 0,
    webhook_attempts: 0,
    reconciliation_windows: 0,
    connector_notices: 0,
  };
  for (const table of TABLES) {
    const [row] = await database.run(FORGET[table], [RETENTION_DAYS[table]]);
    forgotten[table] = row?.count ?? 0;
  }
  return { forgotten, hasMore: TABLES.some((table) => forgotten[table] === BATCH_SIZE) };
}
