import { Readable } from 'node:stream';
import type { Store } from '../../store/store';
import {
  reconciliationReport,
  REPORT_COLUMNS,
  type ReportRequest,
  type ReportRow,
} from '../../store/reconciliation/report';

/** Without it Excel reads UTF-8 as the encoding of its country. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The report as CSV (UTF-8 with a byte order mark, with a header; RFC 4180), written while it is read. Text that a spreadsheet would take for a formula
 * is kept from being one.
 * @throws Refusal notFound
 */
export async function reconciliationReportCsv({ database }: Store, request: ReportRequest): Promise<Readable> {
  const rows = await reconciliationReport(database, request);
  return Readable.from(lines(rows), { objectMode: false });
}

/** So many rows leave at once: some tens of kilobytes. */
const ROWS_AT_ONCE = 200;

async function* lines(rows: AsyncIterable<ReportRow>): AsyncGenerator<string> {
  let waiting = [BYTE_ORDER_MARK, formatLine([...REPORT_COLUMNS])];
  for await (const row of rows) {
    waiting.push(formatLine(row));
    if (waiting.length < ROWS_AT_ONCE) continue;
    yield waiting.join('');
    waiting = [];
  }
  yield waiting.join('');
}

function formatLine(row: ReportRow): string {
  return `${row.map(formatCell).join(',')}\r\n`;
}

function formatCell(value: ReportRow[number]): string {
  if (value === null) return '';
  const text = typeof value === 'string' && /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
