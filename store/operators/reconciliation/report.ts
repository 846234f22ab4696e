import { notFound } from '../../../domain/platform/errors/refusal';
import { decimalText } from '../../../domain/platform/money/amount-text';
import type { Pass } from '../../../domain/operators/reconciliation/passes';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { toColumn } from '../../postgres/columns';
import { statement, type Database } from '../../postgres/database';
import { isReconciled } from './connectors';
import { FINDING, type RecordedFinding } from './findings';

/** `from` is inclusive, `to` exclusive. */
export interface ReportRequest {
  connector: string;
  from: Date;
  to: Date;
}

/** Columns of a report. A row fills those of its kind; amounts are decimal. */
export const REPORT_COLUMNS = [
  'row',
  'connector',
  'pass',
  'from',
  'to',
  'comparedAt',
  'operationCount',
  'findingCount',
  'id',
  'kind',
  'status',
  'subject',
  'operationID',
  'operationKind',
  'currency',
  'connectorCount',
  'connectorAmount',
  'recordedCount',
  'recordedAmount',
  'connectorReference',
  'operationAt',
  'foundAt',
  'statusChangedAt',
  'facts',
  'resolution',
  'resolvedBy',
  'connectorFee',
  'recordedFee',
] as const;

type Cells = Partial<Record<(typeof REPORT_COLUMNS)[number], string | number | null>>;

export type ReportRow = (string | number | null)[];

interface WindowRow {
  pass: Pass;
  fromTime: Date;
  toTime: Date;
  comparedAt: Date;
  operationCount: number;
  findingCount: number;
  sums: SumRow[];
}

interface SumSide {
  count: number;
  sumMinor: string;
  /** Absent if no operation states one. */
  feeMinor?: string;
}

interface SumRow {
  currency: string;
  kind: string;
  connector: SumSide;
  recorded: SumSide;
}

/** Bounds memory, however long the period. */
const PAGE_SIZE = 500;

const WINDOWS = statement<WindowRow>(
  'reconciliation-report-windows',
  `SELECT pass, from_time AS "fromTime", to_time AS "toTime", compared_at AS "comparedAt",
     operation_count AS "operationCount", finding_count AS "findingCount", sums
   FROM reconciliation_windows
   WHERE connector = $1 AND from_time < $2 AND (from_time, pass) > ($3::timestamptz, $4)
   ORDER BY from_time, pass LIMIT ${PAGE_SIZE}`,
);

const FINDINGS = statement<RecordedFinding>(
  'reconciliation-report-findings',
  `SELECT ${FINDING} FROM reconciliation_findings f
   WHERE f.connector = $1 AND f.operation_at < $2 AND (f.operation_at, f.id) > ($3::timestamptz, $4)
   ORDER BY f.operation_at, f.id LIMIT ${PAGE_SIZE}`,
);

/** Streams a period's windows with their sums, then its findings. @throws Refusal notFound, before the first row */
export async function reconciliationReport(
  database: Database,
  request: ReportRequest,
): Promise<AsyncGenerator<ReportRow>> {
  if (!(await isReconciled(database, request.connector))) throw notFound('Reconciliation');
  return readRows(database, request);
}

async function* readRows(database: Database, request: ReportRequest): AsyncGenerator<ReportRow> {
  const { connector, from, to } = request;
  // The empty name sorts first, so the first page starts at `from`.
  const windows = pages(async (last?: WindowRow) =>
    database.run(WINDOWS, [connector, toColumn(to), toColumn(last?.fromTime ?? from), last?.pass ?? '']),
  );
  for await (const window of windows) yield* windowRows(connector, window);
  const findings = pages(async (last?: RecordedFinding) =>
    database.run(FINDINGS, [connector, toColumn(to), toColumn(last?.operationAt ?? from), last?.id ?? '']),
  );
  for await (const finding of findings) yield toRow(findingCells(finding));
}

async function* pages<Row>(next: (last?: Row) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let page = await next(); ; page = await next(page.at(-1))) {
    yield* page;
    if (page.length < PAGE_SIZE) return;
  }
}

function windowRows(connector: string, window: WindowRow): ReportRow[] {
  const { pass, operationCount, findingCount, sums } = window;
  const time = { connector, pass, from: rfc3339Text(window.fromTime), to: rfc3339Text(window.toTime) };
  const comparedAt = rfc3339Text(window.comparedAt);
  return [
    toRow({ row: 'window', ...time, comparedAt, operationCount, findingCount }),
    ...sums.map(({ currency, kind, connector: atConnector, recorded }) =>
      toRow({
        row: 'sum',
        ...time,
        currency,
        operationKind: kind,
        connectorCount: atConnector.count,
        connectorAmount: amountCell(BigInt(atConnector.sumMinor), currency),
        recordedCount: recorded.count,
        recordedAmount: amountCell(BigInt(recorded.sumMinor), currency),
        connectorFee: feeCell(atConnector, currency),
        recordedFee: feeCell(recorded, currency),
      }),
    ),
  ];
}

function findingCells(finding: RecordedFinding): Cells {
  const { id, connector, kind, status, subject, operationID, operationKind, currency } = finding;
  const { connectorReference, facts, resolution, resolvedBy, foundBy: pass } = finding;
  return {
    ...{ row: 'finding', connector, pass, id, kind, status, subject, operationID, operationKind, currency },
    ...{ connectorReference, facts: JSON.stringify(facts), resolution, resolvedBy },
    connectorAmount: amountCell(finding.connectorMinor, currency),
    recordedAmount: amountCell(finding.recordedMinor, facts.recordedCurrency ?? currency),
    operationAt: rfc3339Text(finding.operationAt),
    foundAt: rfc3339Text(finding.foundAt),
    statusChangedAt: rfc3339Text(finding.statusChangedAt),
  };
}

function feeCell({ feeMinor }: SumSide, currency: string): string | null {
  return feeMinor === undefined ? null : amountCell(BigInt(feeMinor), currency);
}

function amountCell(amountMinor: bigint | null, currency: string | null): string | null {
  return amountMinor === null || currency === null ? null : decimalText({ amountMinor, currency });
}

function toRow(cells: Cells): ReportRow {
  return REPORT_COLUMNS.map((column) => cells[column] ?? null);
}
