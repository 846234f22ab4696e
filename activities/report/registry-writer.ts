import { WITHDRAWAL_REGISTRY_COLUMNS } from '../../domain/report/report';
import type { RegistryRow } from '../../store/report/registry-rows';

/**
 * Writes rows as CSV (UTF-8 with a byte order mark, with a header; RFC 4180) or as a sheet of XLSX while they are read: the memory
 * it takes does not depend on their number. Text that a spreadsheet would take for a formula is kept from being one.
 */
export async function writeRegistry(
  rows: AsyncIterable<RegistryRow>,
  format: 'csv' | 'xlsx',
): Promise<ReadableStream<Uint8Array>> {
  if (format === 'csv') {
    const { writeCsvStream } = await import('hucre/csv');
    // Without the mark Excel reads UTF-8 as the encoding of its country.
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

/** A spreadsheet keeps so many digits of a number, and makes zeros of the rest. */
const MAX_SHEET_DIGITS = 15;

async function* sheetRows(rows: AsyncIterable<RegistryRow>): AsyncGenerator<(string | number | null)[]> {
  for await (const row of rows) {
    yield row.map((cell, column) => {
      if (cell === null) return null;
      return AMOUNT_COLUMNS.includes(WITHDRAWAL_REGISTRY_COLUMNS[column] ?? '') ? sheetAmount(cell) : sheetText(cell);
    });
  }
}

/** An amount as a number that can be summed, or as text where a number would lose digits. */
function sheetAmount(decimal: string): string | number {
  return decimal.replace(/\D/g, '').length <= MAX_SHEET_DIGITS ? Number(decimal) : decimal;
}

/**
 * Text that reads as it was recorded. XLSX writes a character that XML cannot have as `_xHHHH_`, and text that looks like such an
 * escape with its first character escaped. The library escapes control characters, but neither U+FFFE, U+FFFF nor such text.
 */
export function sheetText(text: string): string {
  return text.replace(LIKE_AN_ESCAPE, '_x005F_').replace(/[\uFFFE\uFFFF]/g, escaped);
}

/** The escape of the character that follows begins with the underscore that would close this one. */
// eslint-disable-next-line no-control-regex -- these are the characters that are escaped
const LIKE_AN_ESCAPE = /_(?=x[\dA-F]{4}[_\0-\x08\x0B-\x1F\uFFFE\uFFFF])/gi;

function escaped(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase()}_`;
}
