import { createReadStream } from 'node:fs';
import { isValid, toAlpha3 } from 'i18n-iso-countries';
import { readTable, type ReportCells } from '../../bankfiles/report-table';
import { CardCountries, toBounds, type IssuedRange } from '../../domain/payments/inspection/card-countries';

/** A public table of 350,000 ranges has about 30 MB. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Reads the provider's table of card ranges; without a file no country is known.
 * @throws Error with file, line and column
 */
export async function readCardCountries(path: string | undefined): Promise<CardCountries> {
  if (path === undefined) return new CardCountries();
  try {
    const ranges: IssuedRange[] = [];
    for await (const cells of readTable(createReadStream(path), { delimiter: ',', columns: [], maxBytes: MAX_BYTES })) {
      ranges.push(readRange(cells));
    }
    if (ranges.length === 0) throw new Error('line 1: no row of a card range follows');
    return new CardCountries(ranges);
  } catch (error) {
    throw new Error(`CARD_COUNTRIES_FILE ${path}: ${(error as Error).message}`, { cause: error });
  }
}

function readRange(cells: ReportCells): IssuedRange {
  const place = cells.has('bin') ? 'bin' : 'iin_start';
  const from = readDigits(cells, place);
  const bounds = toBounds(from, cells.text('iin_end') === '' || place === 'bin' ? from : readDigits(cells, 'iin_end'));
  if (bounds.last < bounds.first) throw cells.refuse('iin_end', 'is below iin_start');
  return { ...bounds, country: readCountry(cells), line: cells.line };
}

function readDigits(cells: ReportCells, column: string): string {
  if (!cells.has(column)) throw cells.refuse(column, 'is missing, and so is bin');
  const digits = cells.text(column);
  if (!/^\d{4,19}$/.test(digits)) throw cells.refuse(column, 'is not 4 to 19 digits');
  return digits;
}

/** Public tables leave cells empty and have codes of countries that are no more: those are unknown. */
function readCountry(cells: ReportCells): string | undefined {
  const column = cells.has('alpha_2') ? 'alpha_2' : 'country';
  if (!cells.has(column)) throw cells.refuse(column, 'is missing, and so is alpha_2');
  const code = cells.text(column);
  if (!/^([A-Za-z]{2,3})?$/.test(code))
    throw cells.refuse(column, 'is not a code of two or three letters (ISO 3166-1)');
  const country = toAlpha3(code.toUpperCase());
  return country !== undefined && isValid(country) ? country : undefined;
}
