import { csvText } from '../../../../domain/merchants/report/csv-text';
import { decimalText } from '../../parts/format';
import { language } from '../../texts/texts';

/** More rows than this are ordered as a registry. */
const MAX_EXPORTED_ROWS = 10_000;

/** A column of a file: a text, an amount in minor units, or a time. */
export interface ExportColumn<Row> {
  header: string;
  kind: 'text' | 'money' | 'time';
  value: (row: Row) => string | number | undefined;
  /** Of an amount. */
  currency?: (row: Row) => string;
}

/** What a list gives to be written: its columns and a page of its rows. */
export interface ExportSource<Row> {
  columns: readonly ExportColumn<Row>[];
  read: (place: string | undefined) => Promise<{ rows: Row[]; continuationToken?: string | undefined }>;
}

export function text<Row>(header: string | undefined, value: (row: Row) => string | undefined): ExportColumn<Row> {
  return { header: header ?? '', kind: 'text', value };
}

export function money<Row extends { currency: string }>(
  header: string,
  value: (row: Row) => number | undefined,
): ExportColumn<Row> {
  return { header, kind: 'money', value, currency: ({ currency }) => currency };
}

export function time<Row>(header: string, value: (row: Row) => string | undefined): ExportColumn<Row> {
  return { header, kind: 'time', value };
}

// Excel in Russian reads `;` between fields and a comma in amounts.
const [SEPARATOR, POINT] = language === 'ru' ? [';', ','] : [',', '.'];

interface ExportedRows<Row> {
  rows: Row[];
  /** Whether the list has more rows than a file may have. */
  isCut: boolean;
}

/** Reads the pages of a list until it ends or the file is full. */
export async function readRows<Row>(read: ExportSource<Row>['read']): Promise<ExportedRows<Row>> {
  const rows: Row[] = [];
  let place: string | undefined;
  do {
    const page = await read(place);
    rows.push(...page.rows);
    place = page.continuationToken;
  } while (place !== undefined && rows.length < MAX_EXPORTED_ROWS);
  const isCut = place !== undefined || rows.length > MAX_EXPORTED_ROWS;
  return { rows: rows.slice(0, MAX_EXPORTED_ROWS), isCut };
}

/** RFC 4180 with a byte order mark, by which Excel recognises UTF-8. Headers of times name their zone. */
export function writeCsv<Row>(columns: readonly ExportColumn<Row>[], rows: readonly Row[], timeZone: string): string {
  // The Swedish format is `2026-11-29 13:05:01`.
  const times = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  const fieldOf = ({ kind, value, currency }: ExportColumn<Row>, row: Row): string => {
    const given = value(row);
    if (given === undefined) return '';
    if (kind === 'money') return decimalText(Number(given), currency?.(row) ?? '').replace('.', POINT);
    return kind === 'time' ? times.format(new Date(given)) : csvText(String(given));
  };
  const header = columns.map(({ header: name, kind }) => (kind === 'time' ? `${name} (${timeZone})` : name));
  const lines = [header, ...rows.map((row) => columns.map((column) => fieldOf(column, row)))];
  return `\uFEFF${lines.map((line) => line.map(quoted).join(SEPARATOR)).join('\r\n')}\r\n`;
}

function quoted(field: string): string {
  return field.includes(SEPARATOR) || /["\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** Gives the browser a file to save. */
export function saveFile(name: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  [link.href, link.download] = [url, name];
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
