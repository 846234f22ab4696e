import { statement, type Database, type Statement } from '../../postgres/database';
import type { Store } from '../../store';
import { recordTrial } from '../go-live/go-live.queries';

export interface SequenceAdvance {
  sequences: number;
  invoices: number;
  payments: number;
  customers: number;
  withdrawals: number;
}

/** More than were issued since any backup; a day at full load has tens of millions. */
const MESSAGE_STEP = 1_000_000_000;
/** Of other sequences. A report's number must fit 32 bits. */
const ROW_STEP = 1_000_000;
/** For payments of an invoice, refunds of a payment, and their events. */
const ENTITY_STEP = 1_000;

const SEQUENCES = statement<{ count: number }>(
  'step-ahead-sequences',
  `SELECT count(setval(
       format('%I.%I', s.schemaname, s.sequencename)::regclass,
       coalesce(s.last_value, 0) + CASE s.sequencename WHEN 'webhook_event_ids' THEN $1::bigint ELSE $2::bigint END
     ))::integer AS count
   FROM pg_sequences s WHERE s.schemaname = current_schema()`,
);

interface Page {
  count: number;
  last: string | null;
}

const PAGE_SIZE = 5_000;

/** With their payments: those that may still be paid, captured or refunded. */
const INVOICES = statement<Page & { paymentCount: number }>(
  'step-ahead-invoices',
  `WITH page AS MATERIALIZED (
     SELECT id FROM invoices WHERE id > $2 ORDER BY id LIMIT ${PAGE_SIZE}
   ), moved AS (
     UPDATE invoices i SET event_count = event_count + $1::integer,
       payment_count = payment_count + CASE i.status WHEN 'unpaid' THEN $1::integer ELSE 0 END
     FROM page WHERE i.id = page.id AND i.status <> 'cancelled' RETURNING 1
   ), moved_payments AS (
     UPDATE payments p SET refund_count = refund_count + $1::integer, chargeback_count = chargeback_count + $1::integer
     FROM page WHERE p.invoice_id = page.id AND p.status NOT IN ('cancelled', 'failed', 'refunded') RETURNING 1
   )
   SELECT (SELECT count(*) FROM moved)::integer AS count, (SELECT count(*) FROM moved_payments)::integer AS "paymentCount",
     (SELECT max(id) FROM page) AS last`,
);

const CUSTOMERS = statement<Page>(
  'step-ahead-customers',
  `WITH page AS MATERIALIZED (
     SELECT id FROM customers WHERE id > $2 ORDER BY id LIMIT ${PAGE_SIZE}
   ), moved AS (
     UPDATE customers c SET event_count = event_count + $1::integer
     FROM page WHERE c.id = page.id AND c.deleted_at IS NULL RETURNING 1
   )
   SELECT (SELECT count(*) FROM moved)::integer AS count, (SELECT max(id) FROM page) AS last`,
);

const WITHDRAWALS = statement<Page>(
  'step-ahead-withdrawals',
  `WITH page AS MATERIALIZED (
     SELECT id FROM withdrawals WHERE id > $2 ORDER BY id LIMIT ${PAGE_SIZE}
   ), moved AS (
     UPDATE withdrawals w SET event_count = event_count + $1::integer
     FROM page WHERE w.id = page.id AND w.status = 'Pending' RETURNING 1
   )
   SELECT (SELECT count(*) FROM moved)::integer AS count, (SELECT max(id) FROM page) AS last`,
);

/**
 * Skips all numbers that may have been issued after the backup: merchants know them, and a connector would take a
 * payment with a used number for the earlier one. May be repeated.
 */
export async function advanceSequences({ database, origin }: Store): Promise<SequenceAdvance> {
  const [sequences] = await database.run(SEQUENCES, [MESSAGE_STEP, ROW_STEP]);
  const advanced: SequenceAdvance = {
    sequences: sequences?.count ?? 0,
    invoices: 0,
    payments: 0,
    customers: 0,
    withdrawals: 0,
  };
  for await (const { count, paymentCount } of readPages(database, INVOICES)) {
    advanced.invoices += count;
    advanced.payments += paymentCount;
  }
  for await (const { count } of readPages(database, CUSTOMERS)) advanced.customers += count;
  for await (const { count } of readPages(database, WITHDRAWALS)) advanced.withdrawals += count;
  await recordTrial({ database, origin }, 'restored');
  return advanced;
}

async function* readPages<Row extends Page>(database: Database, page: Statement<Row>): AsyncGenerator<Row> {
  let after: string | null = '';
  while (after !== null) {
    const [row]: Row[] = await database.run(page, [ENTITY_STEP, after]);
    if (row) yield row;
    after = row?.last ?? null;
  }
}
