import { isLuhnValid } from './schemes/digits';

// The shorter and the longer runs are never gathered: a text may be nothing but dates.
const DIGIT_RUN = /(?<!\d)\d{12,19}(?!\d)/g;
// Digits as a card prints them: 4-4-4-4 and its shorter and longer ends, or 4-6-5.
const PRINTED_CARD = /(?<!\d)(?:\d{4}([ -])\d{4}\1\d{4}\1\d{1,4}(?:\1\d{1,3})?|\d{4}([ -])\d{6}\2\d{4,5})(?!\d)/g;
// Of what is not ASCII, digits and what may stand between them; everything else is left out before it is normalised, since one
// ligature can become eighteen letters.
const NO_PART_OF_A_NUMBER = /[^\p{N}\p{Zs}\p{Pd}]+/gu;
const ASCII = /^[\0-\x7f]*$/;
const MAX_DEPTH = 64;

/**
 * Finds where a body holds what may be a card number, so that none is ever stored with a destination: the dotted path of
 * the first text, number or field name with such digits.
 *
 * The rule is "every string with a 12–19 digit Luhn-valid run is refused". A run is all digits that stand together, and
 * also digits grouped as a card prints them. No field is exempt: one in ten account numbers, IBANs (in their digits) or
 * external ids with a run of 12–19 digits is therefore refused too, because nothing tells such a number from a card's.
 * Runs of 20 and more digits (Russian accounts, CBU and CVU, German IBANs) are none of it, and most schemes here leave
 * a form without such a run.
 */
export function findCardNumber(body: unknown): string | undefined {
  return search(body, '', 0);
}

/** Whether a text holds what may be a card number. */
export function holdsCardNumber(text: string): boolean {
  // Full-width and other compatibility forms of digits are digits to whoever reads them.
  const plain = ASCII.test(text) ? text : text.replace(NO_PART_OF_A_NUMBER, 'x').normalize('NFKC');
  const candidates = [...(plain.match(DIGIT_RUN) ?? []), ...(plain.match(PRINTED_CARD) ?? [])];
  return candidates.some((candidate) => isLuhnValid(candidate.replace(/[ -]/g, '')));
}

function search(node: unknown, path: string, depth: number): string | undefined {
  if (typeof node === 'string') return holdsCardNumber(node) ? path : undefined;
  if (typeof node === 'number') return holdsCardNumber(String(node)) ? path : undefined;
  if (typeof node !== 'object' || node === null) return undefined;
  // What is nested deeper than anybody nests could hide a number from this search, or exhaust it.
  if (depth >= MAX_DEPTH) return path;
  for (const [key, child] of Object.entries(node)) {
    const place = path ? `${path}.${key}` : key;
    if (holdsCardNumber(key)) return path || 'body';
    const found = search(child, place, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
