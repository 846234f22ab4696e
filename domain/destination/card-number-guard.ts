import { isLuhnValid } from './schemes/digits';

// The lookarounds skip shorter and longer runs early: a text may consist of dates only.
const DIGIT_RUN = /(?<!\d)\d{12,19}(?!\d)/g;
// Digits grouped as printed on a card: 4-4-4-4 and its shorter and longer ends, or 4-6-5.
const PRINTED_CARD = /(?<!\d)(?:\d{4}([ -])\d{4}\1\d{4}\1\d{1,4}(?:\1\d{1,3})?|\d{4}([ -])\d{6}\2\d{4,5})(?!\d)/g;
// Other characters are replaced before normalisation, because one ligature can expand to eighteen letters.
const NO_PART_OF_A_NUMBER = /[^\p{N}\p{Zs}\p{Pd}]+/gu;
const ASCII = /^[\0-\x7f]*$/;
const MAX_DEPTH = 64;

/**
 * Returns the dotted path of the first text, number or field name that may contain a card number, so that none is stored
 * with a destination.
 * A match is a Luhn-valid run of 12 to 19 digits, also grouped as printed on a card. No field is exempt: about one in ten
 * account numbers, IBANs or external ids with such a run is refused too, because it cannot be distinguished from a card.
 * Longer runs (Russian accounts, CBU, CVU, German IBANs) never match.
 */
export function findCardNumber(body: unknown): string | undefined {
  return search(body, '', 0);
}

/** Whether a text contains a possible card number. */
export function holdsCardNumber(text: string): boolean {
  // NFKC maps full-width and other compatibility forms to ASCII digits.
  const plain = ASCII.test(text) ? text : text.replace(NO_PART_OF_A_NUMBER, 'x').normalize('NFKC');
  const candidates = [...(plain.match(DIGIT_RUN) ?? []), ...(plain.match(PRINTED_CARD) ?? [])];
  return candidates.some((candidate) => isLuhnValid(candidate.replace(/[ -]/g, '')));
}

function search(node: unknown, path: string, depth: number): string | undefined {
  if (typeof node === 'string') return holdsCardNumber(node) ? path : undefined;
  if (typeof node === 'number') return holdsCardNumber(String(node)) ? path : undefined;
  if (typeof node !== 'object' || node === null) return undefined;
  // Deeper nesting could hide a number or exhaust the search.
  if (depth >= MAX_DEPTH) return path;
  for (const [key, child] of Object.entries(node)) {
    const place = path ? `${path}.${key}` : key;
    if (holdsCardNumber(key)) return path || 'body';
    const found = search(child, place, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
