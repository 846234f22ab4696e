import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { MAX_REPORT_BYTES, openReport, type ReportSource } from '../../connectors/connector-kind';
import { findKind } from '../../connectors/kinds';
import { Refusal } from '../../domain/platform/errors/refusal';
import type { ReadCommand } from '../../domain/operators/operator-command/command-fields';
import type { SETTLEMENT_COMMANDS } from '../../domain/merchants/settlement/settlement-commands';
import type { Finding } from '../../domain/operators/reconciliation/finding';
import type { RecordedOperation } from '../../domain/operators/reconciliation/operation';
import { compareSettled, missingRow, unknownRow } from '../../domain/merchants/settlement-report/compare-settled';
import type { AcquirerFeeTerms, SettledRow } from '../../domain/merchants/settlement-report/settlement-report';
import type { CommandExecutor } from '../../store/operators/operator-command/command-executor';
import type { Database } from '../../store/postgres/database';
import { listRecordedEffects } from '../../store/operators/reconciliation/recorded-effects';
import { findRecordedOperations } from '../../store/operators/reconciliation/recorded-operations';
import { nameRows, type NamedRow } from '../../store/merchants/settlement-report/settled-operations';
import {
  applyReport,
  countSettledRows,
  getReportContent,
  getSettlementReport,
  pagesOf,
  receiveReport,
  type ReadReport,
  type SettlementReport,
} from '../../store/merchants/settlement-report/settlement-report.import';
import type { Store } from '../../store/store';
import { findConnectorAccount } from '../connector-accounts/connector-accounts';

const MAX_ROWS = 100_000;

export interface ReportImport {
  account: string;
  source: ReportSource;
  /** The time of the operations that the report should have; default: from its first to its last. */
  from?: Date | undefined;
  to?: Date | undefined;
}

/**
 * Reads a settlement report, compares it with the ledger and stores the file; nothing is posted.
 * @throws Refusal notFound, invalidRequest with line and column
 */
export async function receiveSettlementReport(
  store: Pick<Store, 'database' | 'origin'>,
  { source, from, to, ...about }: ReportImport,
): Promise<SettlementReport> {
  const chunks: Uint8Array[] = [];
  const report = await readReport(store.database, { source: keeping(source, chunks), from, to, ...about });
  const content = await promisify(gzip)(Buffer.concat(chunks));
  return receiveReport(store, report, { content, from: from ?? null, to: to ?? null });
}

/** Posts the acquirer's fees and records the findings. Another person approves what the check has found. */
const applySettlementReport: CommandExecutor<ReadCommand<typeof SETTLEMENT_COMMANDS.applyReport>> = {
  assess: async (database, { reportID }) => {
    const { id, account, checksum, rowCount, knownCount, findingCount, fees } = await getSettlementReport(
      database,
      reportID,
    );
    const after = { account, checksum, rows: rowCount, known: knownCount, findings: findingCount, fees };
    return {
      money: undefined,
      partyID: null,
      changes: [{ type: 'settlementReport', id, version: 0, before: null, after }],
    };
  },
  execute: async (store, { reportID: id }) => {
    const known = await getSettlementReport(store.database, id);
    const report = known.appliedAt ? known : await apply(store, known);
    const { rowCount, knownCount, findingCount, fees } = report;
    return { outcome: { reportID: id, rows: rowCount, known: knownCount, findings: findingCount, fees } };
  },
};

export const settlementReportExecutors = { applySettlementReport };

async function apply(store: Store, { id, account }: SettlementReport): Promise<SettlementReport> {
  const { content, from, to } = await getReportContent(store.database, id);
  const source = Readable.from([await promisify(gunzip)(content)]);
  const period = { from: from ?? undefined, to: to ?? undefined };
  return applyReport(store, { id, ...(await readReport(store.database, { account, source, ...period })) });
}

async function readReport(database: Database, { account, source, from, to }: ReportImport): Promise<ReadReport> {
  const { connector, settings } = await findConnectorAccount(database, account);
  const kind = findKind(connector);
  if (!kind) throw new Refusal('invalidRequest', `this version has no connector ${connector}`);
  const { read, terms } = await openReport(kind, settings);
  const hash = createHash('sha256');
  const rows: SettledRow[] = [];
  for await (const row of read(hashing(source, hash))) {
    if (rows.push(row) > MAX_ROWS) throw new Refusal('limitExceeded', `the report has more than ${MAX_ROWS} rows`);
  }
  const named: NamedRow[] = [];
  for (const page of pagesOf(rows)) named.push(...(await nameRows(database, account, page)));
  const missing = await findMissing(database, { account, rows: named, from, to });
  const recorded = await readRecorded(database, account, operationsOf(named));
  const now = new Date();
  return {
    ...{ account, checksum: hash.digest('hex'), rows: named },
    compare: async (stored, countRows) => [
      ...missing,
      ...(await compareRows(stored, { countRows, recorded, terms, now })),
    ],
  };
}

async function* keeping(source: ReportSource, chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    chunks.push(chunk);
    yield chunk;
  }
}

async function* hashing(source: ReportSource, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
}

const isCompared = ({ kind }: SettledRow): boolean => kind === 'payment' || kind === 'refund';

function operationsOf(rows: readonly NamedRow[]): string[] {
  return [...new Set(rows.flatMap((row) => (isCompared(row) ? (row.operationID ?? []) : [])))];
}

async function readRecorded(
  database: Database,
  connector: string,
  operationIDs: readonly string[],
): Promise<Map<string, RecordedOperation>> {
  const recorded = new Map<string, RecordedOperation>();
  for (const page of pagesOf(operationIDs)) {
    for (const found of await findRecordedOperations(database, { connector, operationIDs: page }))
      recorded.set(...found);
  }
  return recorded;
}

/** Lets other work run between pages: a report of 100,000 unknown rows takes seconds. */
async function compareRows(
  stored: readonly NamedRow[],
  about: {
    countRows: (operationID: string) => number;
    recorded: ReadonlyMap<string, RecordedOperation>;
    terms: AcquirerFeeTerms;
    now: Date;
  },
): Promise<Finding[]> {
  const { countRows, recorded, terms, now } = about;
  const findings = new Map<string, Finding>();
  const byOperation = new Map<string, [NamedRow, ...NamedRow[]]>();
  const add = (finding: Finding) => findings.set(`${finding.kind} ${finding.operationID}`, finding);
  for (const row of stored) {
    const { operationID, paymentID, kind } = row;
    const isKnownDispute = (kind === 'chargeback' || kind === 'chargebackReversal') && paymentID !== undefined;
    if (kind === 'fee' || kind === 'payout' || isKnownDispute) continue;
    const known = operationID === undefined ? undefined : byOperation.get(operationID);
    if (!isCompared(row) || operationID === undefined) add(unknownRow(row));
    else if (known) known.push(row);
    else byOperation.set(operationID, [row]);
  }
  for (const page of pagesOf([...byOperation])) {
    await setImmediate();
    for (const [operationID, rows] of page) {
      const operation = { rows, rowCount: countRows(operationID), recorded: recorded.get(operationID), terms, now };
      compareSettled(operation).forEach(add);
    }
  }
  return [...findings.values()];
}

/** The payments and refunds of the ledger that neither this report nor an earlier one has; of the kinds that the report has. */
async function findMissing(
  database: Database,
  { account, rows, from, to }: Omit<ReportImport, 'source'> & { rows: readonly NamedRow[] },
): Promise<Finding[]> {
  const compared = rows.filter(isCompared);
  const times = compared.map(({ at }) => at.getTime());
  const first = from ?? new Date(times.reduce((one, other) => Math.min(one, other), Infinity));
  const last = to ?? new Date(times.reduce((one, other) => Math.max(one, other), -Infinity));
  if (compared.length === 0 || !(first < last)) return [];
  const kinds = new Set(compared.map(({ kind }) => (kind === 'payment' ? 'capture' : 'refund')));
  const named = new Set(operationsOf(compared));
  const findings: Finding[] = [];
  for await (const page of listRecordedEffects(database, { connector: account, window: { from: first, to: last } })) {
    const effects = page.filter(({ kind, operationID }) => kinds.has(kind as 'capture') && !named.has(operationID));
    const operationIDs = effects.map(({ operationID }) => operationID);
    const settled = await countSettledRows(database, { account, operationIDs });
    const recorded = await readRecorded(database, account, operationIDs);
    for (const effect of effects) {
      const operation = recorded.get(effect.operationID);
      if (operation && !settled.has(effect.operationID)) findings.push(missingRow(effect, operation));
    }
  }
  return findings;
}

/** Refuses by the stated size, before anything is read. @throws Refusal limitExceeded */
export function assertReportSize(bytes: number): void {
  if (bytes > MAX_REPORT_BYTES) {
    throw new Refusal('limitExceeded', `a settlement report has at most ${MAX_REPORT_BYTES} bytes`);
  }
}
