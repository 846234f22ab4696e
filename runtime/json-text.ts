/** A problem of a JSON text and its place: `.metadata.orderID`, or empty. Never the value, which may be a card number. */
export class JsonProblem extends Error {
  override readonly name = 'JsonProblem';

  constructor(
    readonly place: string,
    readonly problem: string,
    /** Whether a size limit is exceeded. */
    readonly isExcess = false,
  ) {
    super(`${place} ${problem}`);
  }
}

/** PostgreSQL and JSON.stringify fail at some thousands. */
export const MAX_DEPTH = 100;

/** Above the largest lists that the schemas allow. */
const MAX_VALUES = 50_000;

/** Ordinary field names; a problem of any other is reported at its object. */
const PLAIN_NAME = /^[A-Za-z_][\w-]{0,39}$/;

/** The maximum number of names in the outermost object, and the problem of a text with more. */
export interface RootLimit {
  maxNames: number;
  problem: string;
}

/**
 * Reads a JSON text so that every reader understands the same: UTF-8 (RFC 8259, § 8.1), unique names in an object and
 * numbers that a double represents exactly.
 * @throws JsonProblem
 */
export function readJson(bytes: Uint8Array, root?: RootLimit): unknown {
  const text = utf8Text(bytes);
  if (text === undefined) throw new JsonProblem('', 'is not encoded in UTF-8');
  new JsonScan(text, root).run();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new JsonProblem('', 'is not JSON');
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Decodes UTF-8; undefined for other bytes. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** An object or a list that is open at the current position. */
interface Level {
  /** The names seen in an object; undefined for a list. */
  names: Set<string> | undefined;
  name: string;
  count: number;
}

/** Checks the limits in one pass before the expensive parsing, which then rejects invalid JSON. */
class JsonScan {
  private readonly levels: Level[] = [];
  private isName = false;
  private values = 0;
  /** The first backslash from the current position. */
  private backslash = -1;

  constructor(
    private readonly text: string,
    private readonly root: RootLimit | undefined,
  ) {}

  run(): void {
    const { text } = this;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) at = this.string(at);
      else if (code === COMMA) this.nextValue();
      else if (code === COLON) this.isName = false;
      else if (code === 0x7b || code === 0x5b) this.open(code === 0x7b);
      else if (code === 0x7d || code === 0x5d) this.close();
      else if (code >= 0x30 && code <= 0x39) at = this.number(at);
    }
  }

  private open(isObject: boolean): void {
    if (this.levels.length === MAX_DEPTH) throw new JsonProblem('', `is nested deeper than ${MAX_DEPTH} levels`, true);
    this.levels.push({ names: isObject ? new Set() : undefined, name: '', count: 0 });
    this.isName = isObject;
  }

  private close(): void {
    this.levels.pop();
    this.isName = false;
  }

  private nextValue(): void {
    this.values += 1;
    if (this.values >= MAX_VALUES) throw new JsonProblem('', `has more than ${MAX_VALUES} values`, true);
    const level = this.levels.at(-1);
    if (!level) return;
    level.count += 1;
    this.isName = level.names !== undefined;
  }

  /** @returns the position of the closing quote of the string at `start` */
  private string(start: number): number {
    const { text } = this;
    const escape = this.nextBackslash(start + 1);
    const at = this.closingQuote(start + 1);
    const isEscaped = escape < at;
    if (this.isName) this.addName(isEscaped ? unescape(text.slice(start, at + 1)) : text.slice(start + 1, at));
    return at;
  }

  /** Searches natively, because texts may be long. */
  private closingQuote(start: number): number {
    let quote = indexOrEnd(this.text, '"', start);
    for (let from = start, escape = this.nextBackslash(from); escape < quote; escape = this.nextBackslash(from)) {
      from = escape + 2;
      if (quote < from) quote = indexOrEnd(this.text, '"', from);
    }
    return quote;
  }

  private nextBackslash(from: number): number {
    if (this.backslash < from) this.backslash = indexOrEnd(this.text, '\\', from);
    return this.backslash;
  }

  private addName(name: string): void {
    const level = this.levels.at(-1);
    if (!level?.names) return;
    level.name = name;
    if (level.names.has(name)) throw new JsonProblem(this.place(), 'is repeated in one object');
    level.names.add(name);
    if (this.root && this.levels.length === 1 && level.names.size > this.root.maxNames) {
      throw new JsonProblem('', this.root.problem, true);
    }
  }

  /** @returns the position of the last character of the number at `start` */
  private number(start: number): number {
    NUMBER.lastIndex = start;
    const [written = ''] = NUMBER.exec(this.text) ?? [];
    if (!isExact(written))
      throw new JsonProblem(this.place(), 'is a number that double precision does not hold exactly');
    return start + written.length - 1;
  }

  private place(): string {
    return this.levels
      .map(({ names, name, count }) => (names ? (PLAIN_NAME.test(name) ? `.${name}` : '') : `[${count}]`))
      .join('');
  }
}

function indexOrEnd(text: string, part: string, from: number): number {
  const index = text.indexOf(part, from);
  return index < 0 ? text.length : index;
}

/** Unescapes a name; an invalid one stays as it is, for the parser to reject. */
function unescape(written: string): string {
  try {
    return JSON.parse(written) as string;
  } catch {
    return written;
  }
}

/** Numbers of up to 15 digits are always exact; nearly all numbers are of this form. */
const ALWAYS_EXACT = /^[\d.]{1,15}(?:[eE][+-]?\d{1,2})?$/;

/** Every double fits into fewer characters, even without an exponent. */
const MAX_EXACT = 400;

/** Whether a number survives the conversion to a double and back. */
function isExact(written: string): boolean {
  if (ALWAYS_EXACT.test(written)) return true;
  if (written.length > MAX_EXACT) return false;
  const rewritten = String(Number(written));
  return rewritten === written || significantDigits(rewritten) === significantDigits(written);
}

/** The significant digits, which identify a number among numbers this close. */
function significantDigits(written: string): string {
  return written
    .replace(/[eE].*$/, '')
    .replace('.', '')
    .replace(/^0+|0+$/g, '');
}
