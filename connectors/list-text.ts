import { parseJson } from './acquirer-http';
import type { RawRow } from './list-rows';

/** A raw list: its rows and the fields beside them. */
export interface RawList {
  rows: RawRow[];
  rest: Readonly<Record<string, unknown>>;
}

/**
 * Reads `{"<name>": [row, …], …}`; rows that are not JSON are returned as text. Undefined for a text without a complete
 * list.
 */
export function readListText(text: string, name: string): RawList | undefined {
  const whole = parseJson(text);
  if (isObject(whole)) {
    const { [name]: rows, ...rest } = whole;
    return Array.isArray(rows) ? { rows: rows.map((value: unknown) => ({ value })), rest } : undefined;
  }
  const begin = new RegExp(`^\\s*\\{\\s*"${name}"\\s*:\\s*\\[`).exec(text);
  const end = text.lastIndexOf(']');
  if (!begin || end < begin[0].length) return undefined;
  const rest = parseJson(`{${text.slice(end + 1).replace(/^\s*,/, '')}`);
  return isObject(rest) ? { rows: splitRows(text.slice(begin[0].length, end)), rest } : undefined;
}

/** The maximum number of fragments of a row whose text contains a separator. */
const MAX_PARTS = 4;

/** Splits between objects, so that an open quote affects only its own row. */
function splitRows(list: string): RawRow[] {
  const parts = list.split(/(?<=\})\s*,\s*(?=\{)/);
  const rows: RawRow[] = [];
  for (let first = 0; first < parts.length;) {
    const [value, count] = longestFrom(parts, first);
    rows.push(value === undefined ? { text: parts[first] ?? '' } : { value });
    first += count;
  }
  return rows;
}

function longestFrom(parts: readonly string[], first: number): [value: unknown, count: number] {
  for (let count = 1; count <= MAX_PARTS && first + count <= parts.length; count++) {
    const value = parseJson(parts.slice(first, first + count).join(','));
    if (value !== undefined) return [value, count];
  }
  return [undefined, 1];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
