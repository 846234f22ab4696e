import { setImmediate } from 'node:timers/promises';
import { isCurrency } from '../domain/platform/currency/currency';
import { Refusal } from '../domain/platform/errors/refusal';
import { parseDecimal } from '../domain/platform/money/amount-text';
import { parseRfc3339 } from '../domain/platform/rfc3339/rfc3339';
import type { SettledRow } from '../domain/merchants/settlement-report/settlement-report';

/** Bytes of a file in pieces. */
export type ReportSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

const PIECE_BYTES = 64 * 1024;

/** The pieces of a file that is in memory, between which other work runs. */
export async function* inPieces(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += PIECE_BYTES) {
    await setImmediate();
    yield content.subarray(at, at + PIECE_BYTES);
  }
}

/** Reads the rows of a settlement report. @throws Refusal with line and column, for the whole file */
export type ReportReader = (source: ReportSource) => AsyncIterable<SettledRow>;

/** A larger report is refused. */
export const MAX_REPORT_BYTES = 32 * 1024 * 1024;
const MAX_RECORD_BYTES = 64 * 1024;
const MAX_PREAMBLE_LINES = 20;
const MAX_MINOR = 10n ** 15n;

export const ENCODINGS = ['utf-8', 'windows-1251'] as const;
export const DATE_ORDERS = ['YMD', 'DMY', 'MDY'] as const;
type DateOrder = (typeof DATE_ORDERS)[number];

/** How the text of a table is written. */
export interface TableFormat {
  delimiter: ',' | ';' | '\t';
  encoding?: (typeof ENCODINGS)[number];
  decimal?: '.' | ',';
  /** The header is the first line that has all of them; lines before it are not read. */
  columns: readonly string[];
  /** The first cell of what follows the rows, such as totals. */
  ending?: RegExp;
  maxBytes?: number;
}

function refuse(line: number, problem: string, column?: string): Refusal {
  const place = column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
  return new Refusal('invalidRequest', `${place}: ${problem}`, { place });
}

/** One row of a table by the names of its columns. */
export class ReportCells {
  constructor(
    readonly line: number,
    private readonly cells: readonly string[],
    private readonly columns: ReadonlyMap<string, number>,
    private readonly decimal: string,
  ) {}

  has(column: string): boolean {
    return this.columns.has(column);
  }

  /** Empty for a column that the table does not have. */
  text(column: string): string {
    return this.cells[this.columns.get(column) ?? -1] ?? '';
  }

  required(column: string): string {
    const text = this.text(column);
    if (text === '') throw this.refuse(column, 'is empty');
    return text;
  }

  currency(column: string): string {
    const currency = this.required(column).toUpperCase();
    if (!isCurrency(currency)) throw this.refuse(column, 'is no currency of ISO 4217');
    return currency;
  }

  /** Minor units; an empty cell is zero. */
  amount(column: string, currency: string): bigint {
    if (!this.has(column)) throw this.refuse(column, 'is missing');
    const text = this.text(column).replace(/[\s\u00a0\u202f]/g, '');
    if (text === '') return 0n;
    const amount = parseDecimal(this.decimal === '.' ? text : text.replace(this.decimal, '.'), currency);
    if (amount === undefined || (this.decimal !== '.' && text.includes('.'))) {
      throw this.refuse(column, `is no amount of ${currency}`);
    }
    if (amount > MAX_MINOR || amount < -MAX_MINOR) throw this.refuse(column, 'is too large');
    return amount;
  }

  /** A time in the zone of an offset, unless it states its own, and its day there. */
  moment(column: string, order: DateOrder, offset: string): { at: Date; day: string } {
    const found = MOMENT.exec(this.required(column));
    const [, one = '', two = '', three = '', clock = '00:00:00', own = offset] = found ?? [];
    const [year, month, day] = { YMD: [one, two, three], DMY: [three, two, one], MDY: [three, one, two] }[order];
    const date = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
    const at = parseRfc3339(`${date}T${clock.length === 5 ? `${clock}:00` : clock}${own}`);
    if (!at) throw this.refuse(column, 'is no time of the calendar');
    return { at, day: date };
  }

  /** The fee between what was paid and what is settled, which a stated fee must equal. */
  assertNet({ gross, fee, net }: { gross: bigint; fee: bigint; net: bigint }, column: string): void {
    if (gross - fee !== net) throw this.refuse(column, 'is not the gross amount less the fee');
  }

  refuse(column: string, problem: string): Refusal {
    return refuse(this.line, problem, column);
  }
}

const MOMENT =
  /^(\d{1,4})[-./](\d{1,2})[-./](\d{1,4})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?)?\s*(Z|[+-]\d{2}:\d{2})?$/;

/**
 * Reads a table of RFC 4180 as a stream. The last line must be complete, because nothing else shows that a file was cut.
 * @throws Refusal with line and column
 */
export async function* readTable(source: ReportSource, format: TableFormat): AsyncGenerator<ReportCells> {
  const { delimiter, encoding = 'utf-8', decimal = '.', columns: needed, ending, maxBytes = MAX_REPORT_BYTES } = format;
  const decoder = new TextDecoder(encoding, { fatal: true });
  let columns: Map<string, number> | undefined;
  let header = '';
  let isEnded = false;
  let last = 0;
  for await (const { line, bytes } of splitRecords(source, maxBytes)) {
    last = line;
    const text = decode(decoder, bytes, line);
    if (text.trim() === '' || isEnded) continue;
    if (!columns) {
      columns = readHeader(text, { line, delimiter, needed });
      header = text;
      if (!columns && line > MAX_PREAMBLE_LINES) break;
      continue;
    }
    if (text === header) throw refuse(line, 'the header occurs again');
    isEnded = ending?.test(text) === true;
    if (isEnded) continue;
    const cells = splitCells(text, delimiter, line);
    if (cells.length !== columns.size) throw refuse(line, `has ${cells.length} cells, the header has ${columns.size}`);
    yield new ReportCells(line, cells, columns, decimal);
  }
  if (!columns) throw refuse(Math.max(last, 1), `there is no line with the columns ${needed.join(', ')}`);
}

function decode(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array, line: number): string {
  // PostgreSQL stores no zero byte.
  if (bytes.includes(0)) throw refuse(line, 'has a zero byte');
  try {
    return decoder.decode(bytes).replace(/\r$/, '');
  } catch {
    throw refuse(line, `is not in ${decoder.encoding}`);
  }
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Lines of a file; a quoted cell may have line feeds. */
async function* splitRecords(
  source: ReportSource,
  maxBytes: number,
): AsyncGenerator<{ line: number; bytes: Uint8Array }> {
  let rest: Buffer = Buffer.alloc(0);
  let total = 0;
  let line = 1;
  for await (const chunk of source) {
    total += chunk.length;
    if (total > maxBytes) throw refuse(line, `the file is larger than ${maxBytes} bytes`);
    rest = Buffer.concat([rest, chunk]);
    let [start, feeds, isQuoted] = [0, 0, false];
    for (let at = 0; at < rest.length; at += 1) {
      if (rest[at] === QUOTE) isQuoted = !isQuoted;
      if (rest[at] !== LINE_FEED) continue;
      feeds += 1;
      if (isQuoted) continue;
      yield { line, bytes: rest.subarray(start, at) };
      line += feeds;
      [start, feeds] = [at + 1, 0];
    }
    rest = rest.subarray(start);
    if (rest.length > MAX_RECORD_BYTES) throw refuse(line, `is longer than ${MAX_RECORD_BYTES} bytes`);
  }
  if (rest.length > 0) throw refuse(line, 'the file ends within this line: it may have been cut');
}

function readHeader(
  text: string,
  { line, delimiter, needed }: { line: number; delimiter: string; needed: readonly string[] },
): Map<string, number> | undefined {
  const names = text
    .replace(/^\ufeff/, '')
    .split(delimiter)
    .map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
  if (!needed.every((name) => names.includes(name))) return undefined;
  const columns = new Map(names.map((name, index) => [name === '' ? `#${index}` : name, index]));
  const doubled = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (doubled !== undefined) throw refuse(line, 'the header has it twice', doubled);
  return columns;
}

const QUOTED = /"((?:[^"]|"")*)"/y;

function splitCells(text: string, delimiter: string, line: number): string[] {
  const cells: string[] = [];
  for (let at = 0; ;) {
    let end = text.indexOf(delimiter, at);
    if (text[at] === '"') {
      QUOTED.lastIndex = at;
      const [whole, content = ''] = QUOTED.exec(text) ?? [];
      end = at + (whole?.length ?? 0);
      if (whole === undefined || (end < text.length && text[end] !== delimiter)) {
        throw refuse(line, `cell ${cells.length + 1} is not quoted as RFC 4180 says`);
      }
      cells.push(content.replaceAll('""', '"').trim());
    } else cells.push(text.slice(at, end < 0 ? undefined : end).trim());
    if (end < 0 || end >= text.length) return cells;
    at = end + 1;
  }
}
