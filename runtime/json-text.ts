/** What is wrong with a JSON text, and where: `.metadata.orderID`, empty for the whole. Never the value: it may be a card. */
export class JsonProblem extends Error {
  override readonly name = 'JsonProblem';

  constructor(
    readonly place: string,
    readonly problem: string,
    /** Whether it only has too much of what is allowed. */
    readonly isExcess = false,
  ) {
    super(`${place} ${problem}`);
  }
}

/** Nobody's metadata is deeper; PostgreSQL and JSON.stringify give up at some thousands. */
export const MAX_DEPTH = 100;

/** More than the largest lists that a schema allows, as short as they can be written, within the largest body. */
const MAX_VALUES = 50_000;

/** Names of fields as people give them; of any other a problem only says where its object stands. */
const PLAIN_NAME = /^[A-Za-z_][\w-]{0,39}$/;

/**
 * Reads a JSON body: UTF-8 (RFC 8259, § 8.1), each name once in an object, and every number exactly as it is written. Two readers of
 * such a text agree on what it says.
 * @throws JsonProblem
 */
export function readJson(bytes: Uint8Array): unknown {
  const text = utf8Text(bytes);
  if (text === undefined) throw new JsonProblem('', 'is not encoded in UTF-8');
  new JsonScan(text).run();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new JsonProblem('', 'is not JSON');
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The text that bytes are in UTF-8; undefined where they are not. */
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
const BACKSLASH = 0x5c;
const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** An object or a list that is open at some place of the text. */
interface Level {
  /** The names that its object has had; undefined of a list. */
  names: Set<string> | undefined;
  /** The last of them as it is written. */
  name: string;
  /** How many of its values are over. */
  count: number;
}

/**
 * One pass over the text, before it is parsed: that would cost most of what can be done with it. Whether it is JSON at all is the
 * parser's question.
 */
class JsonScan {
  private readonly levels: Level[] = [];
  private isName = false;
  private values = 0;

  constructor(private readonly text: string) {}

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

  /** @returns where the string that begins at `start` ends: at the next quote that no backslash escapes */
  private string(start: number): number {
    const { text } = this;
    let at = start + 1;
    let isEscaped = false;
    for (let code = text.charCodeAt(at); at < text.length && code !== QUOTE; code = text.charCodeAt(at)) {
      isEscaped ||= code === BACKSLASH;
      at += code === BACKSLASH ? 2 : 1;
    }
    if (this.isName) this.noteName(isEscaped ? unescaped(text.slice(start, at + 1)) : text.slice(start + 1, at));
    return at;
  }

  private noteName(name: string): void {
    const level = this.levels.at(-1);
    if (!level?.names) return;
    level.name = name;
    if (level.names.has(name)) throw new JsonProblem(this.place(), 'is repeated in one object');
    level.names.add(name);
  }

  /** @returns where the number that begins at `start` ends */
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

/** A name as it is meant; one that is no string of JSON as it stands, for the parser to refuse. */
function unescaped(written: string): string {
  try {
    return JSON.parse(written) as string;
  } catch {
    return written;
  }
}

/** Fifteen digits come back as they were, wherever the point stands; nearly all numbers are of this form. */
const ALWAYS_EXACT = /^[\d.]{1,15}(?:[eE][+-]?\d{1,2})?$/;

/** The smallest and the largest of all doubles are written in fewer characters, without an exponent too. */
const MAX_EXACT = 400;

/** Whether a number, read into a double and written again, is the same number. */
function isExact(written: string): boolean {
  if (ALWAYS_EXACT.test(written)) return true;
  if (written.length > MAX_EXACT) return false;
  const again = String(Number(written));
  return again === written || parseDigits(again) === parseDigits(written);
}

/** The digits of a number from the first that counts to the last: of two numbers as near as these the same only where they are equal. */
function parseDigits(written: string): string {
  return written
    .replace(/[eE].*$/, '')
    .replace('.', '')
    .replace(/^0+|0+$/g, '');
}
