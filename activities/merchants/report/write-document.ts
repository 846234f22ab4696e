import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { ReportFormat } from '../../../domain/merchants/report/report';
import type { DocumentContent } from '../../../domain/merchants/settlement/settlement-document';
import type { Database } from '../../../store/postgres/database';
import { readStatementLines, type StatementLine } from '../../../store/merchants/settlement/statement.queries';
import { writeRegistry } from './registry-writer';
import { presentLines, statementRows } from './statement-lines';

export interface DocumentWriting {
  content: DocumentContent;
  format: ReportFormat;
  onProgress: (progress: { rowCount: number; linesSha256?: string }) => void;
}

const PROGRESS_ROWS = 2_000;

/** Streams a file of a document. */
export async function writeDocument(
  database: Database,
  { content, format, onProgress }: DocumentWriting,
): Promise<Readable> {
  const { kind, statement, shopID, from, to } = content;
  if (!statement) return writePdf(content);
  const { batch, currency, lineCount: rowCount } = statement;
  const scope = batch ? { batchID: batch.id } : { shopID, currency, from: new Date(from), to: new Date(to) };
  const read = counted(readStatementLines(database, scope), onProgress);
  const lines = presentLines(read, { content, statement }, (linesSha256) => onProgress({ rowCount, linesSha256 }));
  if (format === 'pdf') return writePdf(content, lines);
  const rows = statementRows(lines, { content, statement });
  return Readable.fromWeb((await writeRegistry(rows, { type: kind, format })) as ReadableStream);
}

/** The library takes 40 MB, so it is loaded only for its format. */
async function writePdf(...given: Parameters<typeof import('./document-pdf').writeDocumentPdf>): Promise<Readable> {
  const { writeDocumentPdf } = await import('./document-pdf.js');
  return writeDocumentPdf(...given);
}

async function* counted(
  lines: AsyncIterable<StatementLine>,
  onProgress: DocumentWriting['onProgress'],
): AsyncGenerator<StatementLine> {
  let rowCount = 0;
  for await (const line of lines) {
    yield line;
    if (++rowCount % PROGRESS_ROWS === 0) onProgress({ rowCount });
  }
}
