import type { Invoice } from '../../domain/invoice/invoice';
import { nextRetryAt } from '../../domain/invoice/overdue-retry';
import { selectList, toColumn } from '../columns';
import { statement, type Transaction } from '../database';
import { isConnectionLost } from '../database-failure';
import { changeResult, type ChangeResult } from '../change-log';
import { wakeFor, type Store } from '../store';
import { WAITS_FOR_DUE_DATE } from './due-date-schedule';
import { INVOICE_COLUMNS } from './invoice.table';
import { expiry } from './invoice.transitions';

/** What a look at overdue invoices has done. */
export interface OverdueBatch {
  cancelledCount: number;
  /** Those that could not be cancelled, each with why: they are tried again later. */
  failed: { invoiceID: string; partyID: string; error: unknown }[];
  /** Whether the batch was full, so that more may be due. */
  isFull: boolean;
}

/** Who waits for a lock longer finds it still held the next time: an overdue invoice holds nobody up. */
const SHORT_LOCK_TIMEOUT = statement('overdue-lock-timeout', `SELECT set_config('lock_timeout', '1s', true)`);

/** Its plan is the index's, however many wait: whoever is locked is being paid, or cancelled by somebody else. */
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

/**
 * Cancels what was due at a moment, the longest overdue first, all in one transaction. Where one of them cannot be cancelled,
 * each goes alone, and the one stands aside for a while.
 */
export async function cancelOverdue(store: Store, asOf: Date, limit: number): Promise<OverdueBatch> {
  let taken: Invoice[] = [];
  const lockAll = async (tx: Transaction): Promise<Invoice[]> =>
    (taken = await store.database.run(LOCK_OVERDUE, [toColumn(asOf), limit], tx));
  try {
    const cancelledCount = await cancelLocked(store, lockAll);
    return { cancelledCount, failed: [], isFull: taken.length === limit };
  } catch (error) {
    if (taken.length === 0 || isRecordAway(error)) throw error;
  }
  const alone = await cancelAlone(store, { taken, asOf });
  return { ...alone, isFull: taken.length === limit };
}

async function cancelAlone(
  store: Store,
  { taken, asOf }: { taken: readonly Invoice[]; asOf: Date },
): Promise<Omit<OverdueBatch, 'isFull'>> {
  const done: Omit<OverdueBatch, 'isFull'> = { cancelledCount: 0, failed: [] };
  for (const { id, partyID } of taken) {
    try {
      done.cancelledCount += await cancelLocked(store, (tx) => store.database.run(LOCK_ONE, [id], tx));
    } catch (error) {
      if (isRecordAway(error)) throw error;
      await setAside(store, { invoiceID: id, error, asOf });
      done.failed.push({ invoiceID: id, partyID, error });
    }
  }
  return done;
}

/** Then it is not the invoice's fault, and all of them are tried again. */
function isRecordAway(error: unknown): boolean {
  return error instanceof Error && isConnectionLost(error.cause);
}

/** Cancels the invoices that `lock` finds. @returns how many that were */
async function cancelLocked(store: Store, lock: (tx: Transaction) => Promise<Invoice[]>): Promise<number> {
  const { database } = store;
  const recorded = await database.transaction(async (tx): Promise<ChangeResult[]> => {
    const [, invoices] = await Promise.all([database.run(SHORT_LOCK_TIMEOUT, [], tx), lock(tx)]);
    const moves = invoices.map(expiry);
    const answers = await database.commitWith(
      moves.flatMap(({ update, append }) => [update, append]),
      tx,
    );
    return moves.map(({ moved, append }) => changeResult(moved, answers.getRows(append)));
  });
  for (const result of recorded) wakeFor(store, result);
  return recorded.length;
}

const FAILED_BEFORE = statement<{ count: number }>(
  'overdue-failed-before',
  'SELECT count FROM overdue_failures WHERE invoice_id = $1',
);

const SET_ASIDE = statement(
  'overdue-set-aside',
  `INSERT INTO overdue_failures (invoice_id, count, retry_at, reason) VALUES ($1, $2, $3, $4)
   ON CONFLICT (invoice_id) DO UPDATE SET count = EXCLUDED.count, retry_at = EXCLUDED.retry_at, reason = EXCLUDED.reason`,
);

async function setAside(
  { database }: Store,
  { invoiceID, error, asOf }: { invoiceID: string; error: unknown; asOf: Date },
): Promise<void> {
  const [before] = await database.run(FAILED_BEFORE, [invoiceID]);
  const count = (before?.count ?? 0) + 1;
  const reason = error instanceof Error ? error.message : String(error);
  await database.run(SET_ASIDE, [invoiceID, count, toColumn(nextRetryAt(asOf, count)), reason.slice(0, 500)]);
}

/** What an operator is shown of the invoices that wait for their due date. */
export interface OverdueOutlook {
  /** How many wait; from a thousand on about as many. */
  waitingCount: number;
  /** How many could not be cancelled and are tried again, and the first of them. */
  failingCount: number;
  failing: string[];
}

/** Those that were cancelled or paid after all. */
const FORGET_FAILURES = statement(
  'overdue-forget',
  `DELETE FROM overdue_failures f USING invoices i WHERE i.id = f.invoice_id AND i.status <> 'unpaid'`,
);

/** Counting a million would cost more than all the rest: beyond a thousand PostgreSQL's own estimate says enough. */
const OUTLOOK = statement<OverdueOutlook>(
  'overdue-outlook',
  `SELECT (CASE WHEN counted.count < 1000 THEN counted.count
       ELSE greatest(counted.count, (SELECT reltuples FROM pg_class WHERE oid = 'invoices_due'::regclass)) END)::float8 AS "waitingCount",
     (SELECT count(*) FROM overdue_failures)::integer AS "failingCount",
     ARRAY(SELECT invoice_id FROM overdue_failures ORDER BY retry_at, invoice_id LIMIT 10) AS failing
   FROM (SELECT count(*) FROM (SELECT 1 FROM invoices WHERE ${WAITS_FOR_DUE_DATE} LIMIT 1000) AS first) AS counted`,
);

/** How many invoices wait, and which could not be cancelled. */
export async function overdueOutlook({ database }: Store): Promise<OverdueOutlook> {
  await database.run(FORGET_FAILURES, []);
  const [outlook] = await database.run(OUTLOOK, []);
  return outlook ?? { waitingCount: 0, failingCount: 0, failing: [] };
}

const OLDEST = statement<{ seconds: number }>(
  'overdue-oldest',
  `SELECT greatest(extract(epoch FROM now() - due_date), 0)::float8 AS seconds FROM invoices
   WHERE ${WAITS_FOR_DUE_DATE} ORDER BY due_date, id LIMIT 1`,
);

/** For how long the longest overdue invoice has waited for its cancellation: what an operator watches. */
export async function longestOverdueSeconds({ database }: Store): Promise<number> {
  const [oldest] = await database.run(OLDEST, []);
  return oldest?.seconds ?? 0;
}
