import { REGISTRY_COLUMNS, type RegistryColumn } from '../../../domain/merchants/report/registry-columns';
import { csvText } from '../../../domain/merchants/report/csv-text';
import {
  WITHDRAWAL_REGISTRY_COLUMNS,
  isDocumentKind,
  type ReportFormat,
  type ReportType,
} from '../../../domain/merchants/report/report';
import { STATEMENT_COLUMNS } from '../../../domain/merchants/settlement/statement-columns';
import type { RegistryRow } from '../../../store/merchants/report/registry-source';

interface RegistryLayout {
  sheet: string;
  columns: readonly RegistryColumn[];
  /** Excel in Russian reads `;` between fields and a comma in amounts. */
  isRussian: boolean;
}

const AMOUNTS: readonly string[] = ['amount', 'fee'] satisfies (typeof WITHDRAWAL_REGISTRY_COLUMNS)[number][];

const WITHDRAWALS_OF_IDENTITY: RegistryLayout = {
  sheet: 'Withdrawals',
  columns: WITHDRAWAL_REGISTRY_COLUMNS.map((heading) =>
    AMOUNTS.includes(heading) ? { heading, isAmount: true } : { heading },
  ),
  isRussian: false,
};

const SHEETS = { payments: 'Платежи', refunds: 'Возвраты', withdrawals: 'Выводы' } as const;

function getLayout(type: ReportType): RegistryLayout {
  if (type === 'withdrawalRegistry') return WITHDRAWALS_OF_IDENTITY;
  if (isDocumentKind(type)) return { sheet: 'Выписка', columns: STATEMENT_COLUMNS, isRussian: true };
  return { sheet: SHEETS[type], columns: REGISTRY_COLUMNS[type], isRussian: true };
}

/**
 * Streams rows as CSV (UTF-8 with a byte order mark and a header; RFC 4180) or as an XLSX sheet in constant memory. Text
 * that a spreadsheet would read as a formula is escaped in CSV and stored as text in XLSX.
 */
export async function writeRegistry(
  rows: AsyncIterable<RegistryRow>,
  { type, format }: { type: ReportType; format: ReportFormat },
): Promise<ReadableStream<Uint8Array>> {
  const layout = getLayout(type);
  const headers = layout.columns.map(({ heading }) => heading);
  if (format === 'csv') {
    const { writeCsvStream } = await import('hucre/csv');
    // Excel needs the mark to recognise UTF-8.
    return writeCsvStream(csvRows(rows, layout), { headers, delimiter: layout.isRussian ? ';' : ',', bom: true });
  }
  const { writeXlsxStream } = await import('hucre/xlsx');
  return writeXlsxStream(sheetRows(rows, layout), {
    name: layout.sheet,
    columns: headers.map((header) => ({ header })),
    freezePane: { rows: 1 },
  });
}

async function* csvRows(
  rows: AsyncIterable<RegistryRow>,
  { columns, isRussian }: RegistryLayout,
): AsyncGenerator<RegistryRow> {
  for await (const row of rows) {
    yield row.map((cell, column) => {
      if (cell === null) return null;
      if (!columns[column]?.isAmount) return csvText(cell);
      return isRussian ? cell.replace('.', ',') : cell;
    });
  }
}

async function* sheetRows(
  rows: AsyncIterable<RegistryRow>,
  { columns }: RegistryLayout,
): AsyncGenerator<(string | number | null)[]> {
  for await (const row of rows) {
    yield row.map((cell, column) => {
      if (cell === null) return null;
      return columns[column]?.isAmount ? sheetAmount(cell) : sheetText(cell);
    });
  }
}

/** Spreadsheets keep this many digits of a number. */
const MAX_SHEET_DIGITS = 15;

/** Returns an amount as a number, or as text if a number would lose digits. */
function sheetAmount(decimal: string): string | number {
  return decimal.replace(/\D/g, '').length <= MAX_SHEET_DIGITS ? Number(decimal) : decimal;
}

/**
 * Escapes text for XLSX, where `_xHHHH_` stands for a character that XML cannot hold. The library escapes control
 * characters, but not U+FFFE, U+FFFF or text that looks like an escape.
 */
export function sheetText(text: string): string {
  return text.replace(LIKE_AN_ESCAPE, '_x005F_').replace(/[\uFFFE\uFFFF]/g, escapeCharacter);
}

/** The escape of the character that follows begins with the underscore that would close this one. */
// eslint-disable-next-line no-control-regex -- these are the characters that are escaped
const LIKE_AN_ESCAPE = /_(?=x[\dA-F]{4}[_\0-\x08\x0B-\x1F\uFFFE\uFFFF])/gi;

function escapeCharacter(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase()}_`;
}
