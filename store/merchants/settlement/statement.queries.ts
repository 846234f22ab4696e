import { readTransferID, type BalanceTransactionType } from '../../../domain/merchants/settlement/balance-transaction';
import type { StatementAmounts } from '../../../domain/merchants/settlement/statement-groups';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { settlementAccountIDs } from '../../platform/ledger/accounts';
import { statement, type Database } from '../../postgres/database';
import { SIDES, type Settlement } from './balance-lines';

/** The lines of a statement: those of a batch, or a shop's movements of a half-open period. */
export type StatementScope = { batchID: string } | (Settlement & { from: Date; to: Date });

/** A movement with the order data of its merchant. */
export interface StatementLine extends StatementAmounts {
  id: string;
  createdAt: Date;
  invoiceID: string | null;
  paymentID: string | null;
  /** `orderID` of the payment's or the invoice's metadata. */
  orderID: string | null;
  /** Of the refund, the payment or the invoice. */
  externalID: string | null;
  /** Why an operator corrected the balance. */
  text: string | null;
}

const OF_BATCH = `SELECT l.transfer_id AS id, l.gross, l.fee, l.vat, t.created_at
  FROM settlement_lines l JOIN ledger_transfers t ON t.id = l.transfer_id WHERE l.batch_id = $1`;
const OF_PERIOD = `SELECT * FROM (${SIDES}) side WHERE side.created_at < $3::timestamptz`;

/** Sorts and cuts before it joins, so that a page costs no more than its rows. */
const page = (source: string, first: number): string => `
  WITH side AS MATERIALIZED (
    SELECT * FROM (${source}) every WHERE (created_at, id) > ($${first}::timestamptz, $${first + 1})
    ORDER BY created_at, id LIMIT $${first + 2}::integer
  )
  SELECT side.id, side.gross AS "grossMinor", side.fee AS "feeMinor", coalesce(side.vat, 0) AS "vatMinor", side.created_at AS "createdAt",
    p.invoice_id AS "invoiceID", p.id AS "paymentID", coalesce(p.metadata ->> 'orderID', i.metadata ->> 'orderID') AS "orderID",
    coalesce(r.external_id, p.external_id, i.external_id) AS "externalID",
    CASE WHEN side.id ~ '^(correction|write-off)/' THEN t.reason END AS text
  FROM side JOIN ledger_transfers t ON t.id = side.id
  LEFT JOIN payments p ON side.id ~ '^(payment|refund|chargeback)/'
    AND p.invoice_id = split_part(split_part(side.id, '/', 2), '.', 1) AND p.id = split_part(split_part(side.id, '/', 2), '.', 2)
  LEFT JOIN invoices i ON i.id = p.invoice_id
  LEFT JOIN refunds r ON side.id LIKE 'refund/%' AND r.invoice_id = p.invoice_id AND r.payment_id = p.id
    AND r.id = split_part(split_part(side.id, '/', 2), '.', 3)
  ORDER BY side.created_at, side.id`;

const BATCH_LINES = statement<StatementLine>('settlement-statement-batch', page(OF_BATCH, 2));
const PERIOD_LINES = statement<StatementLine>('settlement-statement-period', page(OF_PERIOD, 4));

const PAGE_SIZE = 10_000;

/** Reads the lines of a statement in the order of their transfers, by pages. */
export async function* readStatementLines(database: Database, scope: StatementScope): AsyncGenerator<StatementLine> {
  const lines = 'batchID' in scope ? BATCH_LINES : PERIOD_LINES;
  for (let place = { createdAt: new Date(0), id: '' }; ;) {
    const values = [...getValues(scope), rfc3339Text(place.createdAt), place.id, PAGE_SIZE];
    const rows = await database.run(lines, values);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) return;
    place = last;
  }
}

function getValues(scope: StatementScope): unknown[] {
  if ('batchID' in scope) return [scope.batchID];
  return [settlementAccountIDs(scope.shopID, scope.currency), rfc3339Text(scope.from), rfc3339Text(scope.to)];
}

interface SumRow {
  id: string;
  count: number;
  gross: string;
  fee: string;
  vat: string;
}

/** One row for each form of an id: with its variable parts left out, because the type of a line follows from the form. */
const sums = (source: string): string => `
  SELECT min(id) AS id, count(*)::integer AS count, sum(gross)::text AS gross, sum(fee)::text AS fee, coalesce(sum(vat), 0)::text AS vat
  FROM (${source}) side GROUP BY regexp_replace(id, '[^/]*[0-9.][^/]*', '*', 'g')`;

const BATCH_SUMS = statement<SumRow>('settlement-statement-batch-sums', sums(OF_BATCH));
const PERIOD_SUMS = statement<SumRow>('settlement-statement-period-sums', sums(OF_PERIOD));

/** What the lines of a statement sum to, in some parts by type. */
export interface StatementPart extends StatementAmounts {
  type: BalanceTransactionType;
  count: number;
}

export async function sumStatementLines(database: Database, scope: StatementScope): Promise<StatementPart[]> {
  const rows = await database.run('batchID' in scope ? BATCH_SUMS : PERIOD_SUMS, getValues(scope));
  return rows.map(({ id, count, gross, fee, vat }) => ({
    ...{ type: readTransferID(id).type, count },
    ...{ grossMinor: BigInt(gross), feeMinor: BigInt(fee), vatMinor: BigInt(vat) },
  }));
}

const BALANCE_AT = statement<{ balance: string }>(
  'settlement-balance-at',
  `SELECT ((SELECT coalesce(sum(credits_posted - debits_posted), 0) FROM ledger_accounts WHERE id = ANY ($1::text[]))
     - (SELECT coalesce(sum(gross - fee), 0) FROM (${SIDES}) later))::text AS balance`,
);

/** What the ledger owed a shop at a moment: what it owes now without what moved since. */
export async function readBalanceAt(database: Database, { shopID, currency }: Settlement, at: Date): Promise<bigint> {
  const [row] = await database.run(BALANCE_AT, [settlementAccountIDs(shopID, currency), rfc3339Text(at)]);
  return BigInt(row?.balance ?? 0);
}
