import { Readable } from 'node:stream';
import { csvText } from '../../domain/merchants/report/csv-text';
import type { Store } from '../../store/store';
import {
  reconciliationReport,
  REPORT_COLUMNS,
  type ReportRequest,
  type ReportRow,
} from '../../store/operators/reconciliation/report';

/** Excel needs it to recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Streams the report as CSV (UTF-8 with a byte order mark and a header; RFC 4180). Text that a spreadsheet would read as a
 * formula is escaped.
 * @throws Refusal notFound
 */
export async function reconciliationReportCsv({ database }: Store, request: ReportRequest): Promise<Readable> {
  const rows = await reconciliationReport(database, request);
  return Readable.from(lines(rows), { objectMode: false });
}

/** Rows per chunk: some tens of kilobytes. */
const ROWS_PER_CHUNK = 200;

async function* lines(rows: AsyncIterable<ReportRow>): AsyncGenerator<string> {
  let chunk = [BYTE_ORDER_MARK, formatLine([...REPORT_COLUMNS])];
  for await (const row of rows) {
    chunk.push(formatLine(row));
    if (chunk.length < ROWS_PER_CHUNK) continue;
    yield chunk.join('');
    chunk = [];
  }
  yield chunk.join('');
}

function formatLine(row: ReportRow): string {
  return `${row.map(formatCell).join(',')}\r\n`;
}

function formatCell(value: ReportRow[number]): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? csvText(value) : String(value);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
