import { createHash } from 'node:crypto';
import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import type { Finding } from '../../domain/reconciliation/finding';
import { settledFindingID } from '../../domain/settlement-report/compare-settled';
import { auditWithin } from '../audit/audited';
import { newId } from '../id';
import { acquirerFeesAccount, settledConnectorAccount } from '../ledger/accounts';
import { lockAccounts, movingStatements, openAccounts, post } from '../ledger/ledger';
import { toColumn } from '../postgres/columns';
import { statement, type Database, type Transaction } from '../postgres/database';
import { writeFindings } from '../reconciliation/report-finding';
import type { Store } from '../store';
import type { NamedRow } from './settled-operations';

/** A report that was imported. */
export interface SettlementReport {
  id: string;
  account: string;
  checksum: string;
  importedAt: Date;
  rowCount: number;
  /** Rows that earlier files had. */
  knownCount: number;
  findingCount: number;
}

const REPORT = `id, account, checksum, imported_at AS "importedAt", row_count AS "rowCount", known_count AS "knownCount",
  finding_count AS "findingCount"`;

const FIND = statement<SettlementReport>(
  'settlement-report-find',
  `SELECT ${REPORT} FROM settlement_reports WHERE account = $1 AND checksum = $2`,
);

const LIST = statement<SettlementReport>(
  'settlement-report-list',
  `SELECT ${REPORT} FROM settlement_reports WHERE account = $1 ORDER BY id DESC LIMIT 200`,
);

/** The newest reports of an account. */
export async function listSettlementReports(database: Database, account: string): Promise<SettlementReport[]> {
  return database.run(LIST, [account]);
}

/** The report of an account with this checksum, if it was imported. */
export async function findSettlementReport(
  database: Database,
  { account, checksum }: { account: string; checksum: string },
  tx?: Transaction,
): Promise<SettlementReport | undefined> {
  return (await database.run(FIND, [account, checksum], tx))[0];
}

const INSERT = statement(
  'settlement-report-insert',
  `INSERT INTO settlement_reports (id, account, checksum, row_count, known_count, finding_count) VALUES ($1, $2, $3, $4, 0, 0)
   ON CONFLICT (account, checksum) DO NOTHING RETURNING id`,
);

const INSERT_ROWS = statement<{ line: number }>(
  'settlement-report-insert-rows',
  `INSERT INTO settlement_report_rows (report_id, account, line, digest, repetition, kind, operation_id, invoice_id, payment_id,
     connector_reference, currency, gross, fee, batch, booked_on, at)
   SELECT $2, $3, line, digest, repetition, kind, operation_id, invoice_id, payment_id, connector_reference, currency, gross, fee, batch,
     booked_on, at
   FROM jsonb_to_recordset($1::jsonb) AS r (line integer, digest text, repetition integer, kind text, operation_id text, invoice_id text,
     payment_id text, connector_reference text, currency text, gross bigint, fee bigint, batch text, booked_on date, at timestamptz)
   ORDER BY digest, repetition ON CONFLICT (account, digest, repetition) DO NOTHING RETURNING line`,
);

const COUNT = statement<{ operationID: string; count: number }>(
  'settlement-report-count-rows',
  `SELECT coalesce(operation_id, '') AS "operationID", count(*)::integer AS count FROM settlement_report_rows
   WHERE account = $1 AND operation_id = ANY ($2::text[]) GROUP BY operation_id`,
);

/** How many rows of an account's reports are about each operation. */
export async function countSettledRows(
  database: Database,
  { account, operationIDs }: { account: string; operationIDs: readonly string[] },
  tx?: Transaction,
): Promise<Map<string, number>> {
  const counts = await database.run(COUNT, [account, operationIDs], tx);
  return new Map(counts.map(({ operationID, count }) => [operationID, count]));
}

const FINISH = statement<SettlementReport>(
  'settlement-report-finish',
  `UPDATE settlement_reports SET known_count = row_count - $2, finding_count = $3 WHERE id = $1 RETURNING ${REPORT}`,
);

const SETTLE_MISSING = statement(
  'settlement-report-settle-missing',
  `UPDATE reconciliation_findings SET status = 'settled', status_changed_at = now()
   WHERE connector = $1 AND kind = 'missingEffect' AND status = 'open' AND operation_id = ANY ($2::text[])`,
);

/** Bounds the size of a statement. */
const PAGE_SIZE = 1_000;

export function* pagesOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += PAGE_SIZE) yield items.slice(from, from + PAGE_SIZE);
}

export interface NewSettlementReport {
  account: string;
  checksum: string;
  rows: readonly NamedRow[];
  /** The findings about new rows, once it is known how many rows each operation has. */
  compare: (stored: readonly NamedRow[], countRows: (operationID: string) => number) => readonly Finding[];
}

/**
 * Stores a report with the acquirer's fees and the findings, all or nothing. A file of the same content, and a row that an earlier file had,
 * changes nothing.
 */
export async function storeSettlementReport(
  store: Store,
  { account, checksum, rows, compare }: NewSettlementReport,
): Promise<{ report: SettlementReport; isChanged: boolean }> {
  const { database, origin } = store;
  return database.transaction(async (tx) => {
    const now = new Date();
    const id = newId(now);
    const inserted = await database.run(INSERT, [id, account, checksum, rows.length], tx);
    if (inserted.length === 0) {
      const report = await findSettlementReport(database, { account, checksum }, tx);
      if (!report) throw new Error(`the report ${checksum} was neither stored nor found`);
      return { report, isChanged: false };
    }
    const stored = await insertRows(database, { id, account, rows }, tx);
    await postFees(database, { id, account, rows: stored }, tx);
    const counts = new Map<string, number>();
    for (const page of pagesOf(stored.flatMap(({ operationID }) => operationID ?? []))) {
      const found = await countSettledRows(database, { account, operationIDs: page }, tx);
      for (const [operationID, count] of found) counts.set(operationID, count);
      await database.run(SETTLE_MISSING, [account, page.map(settledFindingID)], tx);
    }
    const findings = compare(stored, (operationID) => counts.get(operationID) ?? 0);
    for (const page of pagesOf(findings)) {
      await writeFindings(database, { connector: account, pass: 'settlement', findings: page, now }, tx);
    }
    const [report] = await database.run(FINISH, [id, stored.length, findings.length], tx);
    if (!report) throw new Error(`the report ${id} is gone`);
    await auditWithin(database, origin, [{ type: 'settlementReport', id, after: { account, checksum } }], tx);
    return { report, isChanged: true };
  });
}

async function insertRows(
  database: Database,
  { id, account, rows }: { id: string; account: string; rows: readonly NamedRow[] },
  tx: Transaction,
): Promise<NamedRow[]> {
  const seen = new Map<string, number>();
  const lines = new Set<number>();
  for (const page of pagesOf(rows)) {
    const values = page.map((row) => {
      const digest = digestOf(row);
      const repetition = seen.get(digest) ?? 0;
      seen.set(digest, repetition + 1);
      return toRecord(row, digest, repetition);
    });
    const stored = await database.run(INSERT_ROWS, [JSON.stringify(values), id, account], tx);
    for (const { line } of stored) lines.add(line);
  }
  return rows.filter(({ line }) => lines.has(line));
}

function toRecord({ invoiceID, paymentID, operationID, ...row }: NamedRow, digest: string, repetition: number): object {
  return {
    ...{ digest, repetition, line: row.line, kind: row.kind, currency: row.currency, batch: row.batch },
    ...{ operation_id: operationID, invoice_id: invoiceID, payment_id: paymentID },
    ...{ connector_reference: row.connectorReference, booked_on: row.bookedOn, at: toColumn(row.at) },
    ...{ gross: row.grossMinor.toString(), fee: row.feeMinor.toString() },
  };
}

/** Is the same for the same row of another file. */
function digestOf({ grossMinor, feeMinor, at, ...row }: NamedRow): string {
  const { kind, operationID, connectorReference, currency, batch, bookedOn } = row;
  const amounts = [String(grossMinor), String(feeMinor)];
  const said = [kind, operationID, connectorReference, currency, batch, bookedOn, rfc3339Text(at), ...amounts];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

/** A fee below zero was returned. */
async function postFees(
  database: Database,
  { id, account, rows }: { id: string; account: string; rows: readonly NamedRow[] },
  tx: Transaction,
): Promise<void> {
  const charged = rows.filter(({ feeMinor }) => feeMinor !== 0n);
  const currencies = [...new Set(charged.map(({ currency }) => currency))];
  const accounts = currencies.flatMap((currency) => [
    acquirerFeesAccount(account, currency),
    settledConnectorAccount(account, currency),
  ]);
  if (accounts.length === 0) return;
  await openAccounts(database, accounts, tx);
  await lockAccounts(database, accounts, tx);
  for (const page of pagesOf(charged)) {
    const transfers = page.map(({ line, currency, feeMinor, batch }) => {
      const [fees, owed] = [acquirerFeesAccount(account, currency).id, settledConnectorAccount(account, currency).id];
      const [debitAccountID, creditAccountID] = feeMinor > 0n ? [fees, owed] : [owed, fees];
      const amountMinor = feeMinor > 0n ? feeMinor : -feeMinor;
      const transfer = { id: `acquirer-fee/${id}/${line}`, reason: `fee of batch ${batch}`.slice(0, 200) };
      return post({ ...transfer, debitAccountID, creditAccountID, amountMinor, currency });
    });
    for (const { values, ...moving } of movingStatements(transfers, [], tx)) await database.run(moving, values, tx);
  }
}
