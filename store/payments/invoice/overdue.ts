import type { Invoice } from '../../../domain/payments/invoice/invoice';
import { nextRetryAt } from '../../../domain/payments/invoice/overdue-retry';
import { selectList, toColumn } from '../../postgres/columns';
import { statement, type Transaction } from '../../postgres/database';
import { isConnectionLost } from '../../postgres/database-failure';
import { changeResult, type ChangeResult } from '../../change-log';
import { wakeDispatchers, type Store } from '../../store';
import { WAITS_FOR_DUE_DATE } from './due-date-schedule';
import { INVOICE_COLUMNS } from './invoice.table';
import { buildExpiry } from './invoice.transitions';

export interface OverdueBatch {
  cancelledCount: number;
  /** Invoices that could not be cancelled; they are retried later. */
  failed: { invoiceID: string; partyID: string; error: unknown }[];
  isFull: boolean;
}

/** A locked invoice is cancelled by a later batch. */
const SHORT_LOCK_TIMEOUT = statement('overdue-lock-timeout', `SELECT set_config('lock_timeout', '1s', true)`);

/** Uses the index `invoices_due`. Skips locked invoices: they are being paid or cancelled. */
const LOCK_OVERDUE = statement<Invoice>(
  'overdue-lock',
  `SELECT ${selectList(INVOICE_COLUMNS, 'i')} FROM invoices i
   WHERE ${WAITS_FOR_DUE_DATE} AND due_date <= $1
     AND NOT EXISTS (SELECT 1 FROM overdue_failures f WHERE f.invoice_id = i.id AND f.retry_at > $1)
   ORDER BY due_date, id LIMIT $2 FOR UPDATE OF i SKIP LOCKED`,
);

const LOCK_ONE = statement<Invoice>(
  'overdue-lock-one',
  `SELECT ${selectList(INVOICE_COLUMNS, 'i')} FROM invoices i
   WHERE id = $1 AND ${WAITS_FOR_DUE_DATE} FOR UPDATE SKIP LOCKED`,
);

/** Cancels a batch in one transaction, the oldest first. If that fails, cancels each alone and postpones the failing ones. */
export async function cancelOverdue(store: Store, asOf: Date, limit: number): Promise<OverdueBatch> {
  let locked: Invoice[] = [];
  const lockAll = async (tx: Transaction): Promise<Invoice[]> =>
    (locked = await store.database.run(LOCK_OVERDUE, [toColumn(asOf), limit], tx));
  try {
    const cancelledCount = await cancelLocked(store, lockAll);
    return { cancelledCount, failed: [], isFull: locked.length === limit };
  } catch (error) {
    if (locked.length === 0 || isConnectionFailure(error)) throw error;
  }
  const alone = await cancelAlone(store, { locked, asOf });
  return { ...alone, isFull: locked.length === limit };
}

async function cancelAlone(
  store: Store,
  { locked, asOf }: { locked: readonly Invoice[]; asOf: Date },
): Promise<Omit<OverdueBatch, 'isFull'>> {
  const done: Omit<OverdueBatch, 'isFull'> = { cancelledCount: 0, failed: [] };
  for (const { id, partyID } of locked) {
    try {
      done.cancelledCount += await cancelLocked(store, (tx) => store.database.run(LOCK_ONE, [id], tx));
    } catch (error) {
      if (isConnectionFailure(error)) throw error;
      await postpone(store, { invoiceID: id, error, asOf });
      done.failed.push({ invoiceID: id, partyID, error });
    }
  }
  return done;
}

/** A lost connection is no failure of the invoice, so the whole batch is retried. */
function isConnectionFailure(error: unknown): boolean {
  return error instanceof Error && isConnectionLost(error.cause);
}

/** Cancels the invoices that `lock` finds. @returns their number */
async function cancelLocked(store: Store, lock: (tx: Transaction) => Promise<Invoice[]>): Promise<number> {
  const { database } = store;
  const recorded = await database.transaction(async (tx): Promise<ChangeResult[]> => {
    const [, invoices] = await Promise.all([database.run(SHORT_LOCK_TIMEOUT, [], tx), lock(tx)]);
    const moves = invoices.map(buildExpiry);
    const answers = await database.commitWith(
      moves.flatMap(({ update, append }) => [update, append]),
      tx,
    );
    return moves.map(({ change, append }) => changeResult(change, answers.getRows(append)));
  });
  for (const result of recorded) wakeDispatchers(store, result);
  return recorded.length;
}

const FAILED_BEFORE = statement<{ count: number }>(
  'overdue-failed-before',
  'SELECT count FROM overdue_failures WHERE invoice_id = $1',
);

const POSTPONE = statement(
  'overdue-set-aside',
  `INSERT INTO overdue_failures (invoice_id, count, retry_at, reason) VALUES ($1, $2, $3, $4)
   ON CONFLICT (invoice_id) DO UPDATE SET count = EXCLUDED.count, retry_at = EXCLUDED.retry_at, reason = EXCLUDED.reason`,
);

async function postpone(
  { database }: Store,
  { invoiceID, error, asOf }: { invoiceID: string; error: unknown; asOf: Date },
): Promise<void> {
  const [before] = await database.run(FAILED_BEFORE, [invoiceID]);
  const count = (before?.count ?? 0) + 1;
  const reason = error instanceof Error ? error.message : String(error);
  await database.run(POSTPONE, [invoiceID, count, toColumn(nextRetryAt(asOf, count)), reason.slice(0, 500)]);
}

export interface OverdueOutlook {
  /** Exact below a thousand, an estimate above. */
  waitingCount: number;
  /** Failing invoices, and the ids of the first ones. */
  failingCount: number;
  failing: string[];
}

/** Deletes failures of invoices that were cancelled or paid since. */
const FORGET_FAILURES = statement(
  'overdue-forget',
  `DELETE FROM overdue_failures f USING invoices i WHERE i.id = f.invoice_id AND i.status <> 'unpaid'`,
);

/** Counts up to a thousand rows; beyond that it uses PostgreSQL's estimate. */
const OUTLOOK = statement<OverdueOutlook>(
  'overdue-outlook',
  `SELECT (CASE WHEN counted.count < 1000 THEN counted.count
       ELSE greatest(counted.count, (SELECT reltuples FROM pg_class WHERE oid = 'invoices_due'::regclass)) END)::float8 AS "waitingCount",
     (SELECT count(*) FROM overdue_failures)::integer AS "failingCount",
     ARRAY(SELECT invoice_id FROM overdue_failures ORDER BY retry_at, invoice_id LIMIT 10) AS failing
   FROM (SELECT count(*) FROM (SELECT 1 FROM invoices WHERE ${WAITS_FOR_DUE_DATE} LIMIT 1000) AS first) AS counted`,
);

export async function readOverdueOutlook({ database }: Store): Promise<OverdueOutlook> {
  await database.run(FORGET_FAILURES, []);
  const [outlook] = await database.run(OUTLOOK, []);
  return outlook ?? { waitingCount: 0, failingCount: 0, failing: [] };
}

const OLDEST = statement<{ seconds: number }>(
  'overdue-oldest',
  `SELECT greatest(extract(epoch FROM now() - due_date), 0)::float8 AS seconds FROM invoices
   WHERE ${WAITS_FOR_DUE_DATE} ORDER BY due_date, id LIMIT 1`,
);

export async function readLongestOverdueSeconds({ database }: Store): Promise<number> {
  const [oldest] = await database.run(OLDEST, []);
  return oldest?.seconds ?? 0;
}
