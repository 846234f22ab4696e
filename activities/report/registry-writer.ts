import { WITHDRAWAL_REGISTRY_COLUMNS } from '../../domain/report/report';
import type { RegistryRow } from '../../store/report/registry-rows';

/**
 * Streams rows as CSV (UTF-8 with a byte order mark and a header; RFC 4180) or as an XLSX sheet in constant memory. Text
 * that a spreadsheet would read as a formula is escaped.
 */
export async function writeRegistry(
  rows: AsyncIterable<RegistryRow>,
  format: 'csv' | 'xlsx',
): Promise<ReadableStream<Uint8Array>> {
  if (format === 'csv') {
    const { writeCsvStream } = await import('hucre/csv');
    // Excel needs the mark to recognise UTF-8.
    return writeCsvStream(rows, { headers: [...WITHDRAWAL_REGISTRY_COLUMNS], escapeFormulae: true, bom: true });
  }
  const { writeXlsxStream } = await import('hucre/xlsx');
  return writeXlsxStream(sheetRows(rows), {
    name: 'Withdrawals',
    columns: WITHDRAWAL_REGISTRY_COLUMNS.map((header) => ({ header })),
    freezePane: { rows: 1 },
  });
}

const AMOUNT_COLUMNS: readonly string[] = ['amount', 'fee'] satisfies (typeof WITHDRAWAL_REGISTRY_COLUMNS)[number][];

/** Spreadsheets keep this many digits of a number. */
const MAX_SHEET_DIGITS = 15;

async function* sheetRows(rows: AsyncIterable<RegistryRow>): AsyncGenerator<(string | number | null)[]> {
  for await (const row of rows) {
    yield row.map((cell, column) => {
      if (cell === null) return null;
      return AMOUNT_COLUMNS.includes(WITHDRAWAL_REGISTRY_COLUMNS[column] ?? '') ? sheetAmount(cell) : sheetText(cell);
    });
  }
}

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
