import { Refusal } from '../../domain/errors/refusal';

/** Nobody's metadata is deeper; PostgreSQL and JSON.stringify give up at some thousands. */
export const DEEPEST = 100;

/** More than the largest lists that a schema allows, as short as they can be written, within the largest body. */
const MOST_VALUES = 50_000;

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Refuses JSON of more values or deeper nesting than any request has, by its text: parsing it would cost most of what can
 * be done with it. Whether it is JSON at all is the parser's question.
 * @throws Refusal limitExceeded
 */
export function assertModestJson(text: Uint8Array): void {
  let commas = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] as number;
    if (byte === QUOTE) at = endOfString(text, at);
    else if (byte === COMMA) commas += 1;
    else if (OPENING.has(byte)) depth += 1;
    else if (CLOSING.has(byte)) depth -= 1;
    if (depth > DEEPEST) throw excess(`is nested deeper than ${DEEPEST} levels`);
    if (commas >= MOST_VALUES) throw excess(`has more than ${MOST_VALUES} values`);
  }
}

/** Where the string that begins at `start` ends: at the next quote that no backslash escapes. */
function endOfString(text: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== QUOTE) at += text[at] === BACKSLASH ? 2 : 1;
  return at;
}

function excess(problem: string): Refusal {
  return new Refusal('limitExceeded', `body: ${problem}`, { place: 'body' });
}
