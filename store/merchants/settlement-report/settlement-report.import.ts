import { createHash } from 'node:crypto';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { Finding } from '../../../domain/operators/reconciliation/finding';
import { settledFindingID } from '../../../domain/merchants/settlement-report/compare-settled';
import { auditWithin } from '../../platform/audit/audited';
import { newId } from '../../id';
import { acquirerFeesAccount, settledConnectorAccount } from '../../platform/ledger/accounts';
import { lockAccounts, movingStatements, openAccounts, post } from '../../platform/ledger/ledger';
import { toColumn } from '../../postgres/columns';
import { listByID } from '../../postgres/readers';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { requireRow } from '../../postgres/require-row';
import { writeFindings } from '../../operators/reconciliation/report-finding';
import type { Store } from '../../store';
import type { NamedRow } from './settled-operations';

/** What the rows of a report change. */
export interface ReportEffect {
  rowCount: number;
  /** Rows that earlier files had. */
  knownCount: number;
  findingCount: number;
  /** The acquirer's fees of the other rows by currency, in minor units. */
  fees: Readonly<Record<string, string>>;
}

/** A report that was received. */
export interface SettlementReport extends ReportEffect {
  id: string;
  account: string;
  checksum: string;
  importedAt: Date;
  /** Of a file that the acquirer announced and the platform downloaded; null if an operator sent it. */
  fileName: string | null;
  /** Null until two people have applied it. */
  appliedAt: Date | null;
}

/** The file of a report, with the time of the operations that it should have. */
export interface ReportContent {
  content: Buffer;
  from: Date | null;
  to: Date | null;
}

const REPORT = `id, account, checksum, imported_at AS "importedAt", row_count AS "rowCount", known_count AS "knownCount",
  finding_count AS "findingCount", fees, applied_at AS "appliedAt",
  (SELECT min(d.name) FROM report_downloads d WHERE d.report_id = settlement_reports.id) AS "fileName"`;

const FIND = statement<SettlementReport>(
  'settlement-report-find',
  `SELECT ${REPORT} FROM settlement_reports WHERE id = $1`,
);
const LOCK = statement<SettlementReport>(
  'settlement-report-lock',
  `SELECT ${REPORT} FROM settlement_reports WHERE id = $1 FOR UPDATE`,
);
const CONTENT = statement<{ content: string; from: Date | null; to: Date | null }>(
  'settlement-report-content',
  `SELECT coalesce(encode(content, 'base64'), '') AS content, period_from AS from, period_to AS to FROM settlement_reports WHERE id = $1`,
);

const LIST = statement<SettlementReport>(
  'settlement-report-list',
  `SELECT ${REPORT} FROM settlement_reports WHERE account = $1 ORDER BY id DESC LIMIT 200`,
);

/** The newest reports of an account. */
export const listSettlementReports = listByID(LIST);

/** @throws Refusal notFound */
export async function getSettlementReport(database: Database, id: string, tx?: Transaction): Promise<SettlementReport> {
  return requireRow(await database.run(tx ? LOCK : FIND, [id], tx), 'Settlement report');
}

/** @throws Refusal notFound */
export async function getReportContent(database: Database, id: string): Promise<ReportContent> {
  const { content, ...period } = requireRow(await database.run(CONTENT, [id]), 'Settlement report');
  return { content: Buffer.from(content, 'base64'), ...period };
}

const RECEIVE = statement<SettlementReport>(
  'settlement-report-receive',
  `INSERT INTO settlement_reports (id, account, checksum, row_count, known_count, finding_count, fees, content, period_from, period_to)
   VALUES ($1, $2, $3, 0, 0, 0, '{}', decode($4, 'base64'), $5, $6)
   ON CONFLICT (account, checksum) DO UPDATE SET period_from = excluded.period_from, period_to = excluded.period_to
   RETURNING ${REPORT}`,
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
  `UPDATE settlement_reports SET row_count = $2, known_count = $3, finding_count = $4, fees = $5,
     applied_at = CASE WHEN $6 THEN now() END, content = CASE WHEN NOT $6 THEN content END
   WHERE id = $1 RETURNING ${REPORT}`,
);

async function finish(
  database: Database,
  { id, effect, isApplied }: { id: string; effect: ReportEffect; isApplied: boolean },
  tx?: Transaction,
): Promise<SettlementReport> {
  const { rowCount, knownCount, findingCount, fees } = effect;
  const values = [id, rowCount, knownCount, findingCount, JSON.stringify(fees), isApplied];
  return requireRow(await database.run(FINISH, values, tx), 'Settlement report');
}

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

/** A report that was read. */
export interface ReadReport {
  account: string;
  checksum: string;
  rows: readonly NamedRow[];
  /** The findings about new rows, once it is known how many rows each operation has. */
  compare: (stored: readonly NamedRow[], countRows: (operationID: string) => number) => Promise<readonly Finding[]>;
}

/** Undoes what was done only to see it. */
class Undone extends Error {
  constructor(readonly effect: ReportEffect) {
    super('undone');
  }
}

/** Stores the file of a report, and says what it would change. A file of the same content is the same report. */
export async function receiveReport(
  { database, origin }: Pick<Store, 'database' | 'origin'>,
  report: ReadReport,
  { content, from, to }: ReportContent,
): Promise<SettlementReport> {
  const now = new Date();
  const period = [from, to].map((time) => time && toColumn(time));
  const values = [newId(now), report.account, report.checksum, content.toString('base64'), ...period];
  const { account, checksum } = report;
  const received = await database.transaction(async (tx) => {
    const row = requireRow(await database.run(RECEIVE, values, tx), 'Settlement report');
    const subject = { type: 'settlementReport', id: row.id, after: { account, checksum } } as const;
    if (!row.appliedAt) await auditWithin(database, origin, [subject], tx);
    return row;
  });
  if (received.appliedAt) return received;
  const { id } = received;
  try {
    await database.transaction(async (tx) => {
      throw new Undone(await writeReport(database, { id, now, ...report }, tx));
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    return finish(database, { id, effect: error.effect, isApplied: false });
  }
  throw new Error('a check was not undone');
}

/** Stores the rows of a report with the acquirer's fees and the findings, all or nothing. Idempotent; a row that an earlier file had changes nothing. */
export async function applyReport(
  { database, origin }: Store,
  { id, ...report }: ReadReport & { id: string },
): Promise<SettlementReport> {
  return database.transaction(async (tx) => {
    const known = await getSettlementReport(database, id, tx);
    if (known.appliedAt) return known;
    const effect = await writeReport(database, { id, now: new Date(), ...report }, tx);
    const { account, checksum } = report;
    await auditWithin(database, origin, [{ type: 'settlementReport', id, after: { account, checksum } }], tx);
    return finish(database, { id, effect, isApplied: true }, tx);
  });
}

async function writeReport(
  database: Database,
  { id, now, account, rows, compare }: ReadReport & { id: string; now: Date },
  tx: Transaction,
): Promise<ReportEffect> {
  const stored = await insertRows(database, { id, account, rows }, tx);
  await postFees(database, { id, account, rows: stored }, tx);
  const counts = new Map<string, number>();
  for (const page of pagesOf(stored.flatMap(({ operationID }) => operationID ?? []))) {
    const found = await countSettledRows(database, { account, operationIDs: page }, tx);
    for (const [operationID, count] of found) counts.set(operationID, count);
    await database.run(SETTLE_MISSING, [account, page.map(settledFindingID)], tx);
  }
  const findings = await compare(stored, (operationID) => counts.get(operationID) ?? 0);
  for (const page of pagesOf(findings)) {
    await writeFindings(database, { connector: account, pass: 'settlement', findings: page, now }, tx);
  }
  const fees: Record<string, bigint> = {};
  for (const { currency, feeMinor } of stored) fees[currency] = (fees[currency] ?? 0n) + feeMinor;
  return {
    ...{ rowCount: rows.length, knownCount: rows.length - stored.length, findingCount: findings.length },
    fees: Object.fromEntries(Object.entries(fees).map(([currency, minor]) => [currency, String(minor)])),
  };
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
