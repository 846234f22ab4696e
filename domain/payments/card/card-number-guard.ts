import { isCardNumber } from './card-ranges';

// The lookarounds skip shorter and longer runs early: a text may consist of dates only.
const DIGIT_RUN = /(?<!\d)\d{12,19}(?!\d)/g;
// Digits grouped as printed on a card: 4-4-4-4 and its shorter and longer ends, or 4-6-5.
const PRINTED_CARD = /(?<!\d)(?:\d{4}([ -])\d{4}\1\d{4}\1\d{1,4}(?:\1\d{1,3})?|\d{4}([ -])\d{6}\2\d{4,5})(?!\d)/g;
// Other characters are replaced before normalisation, because one ligature can expand to eighteen letters.
const NO_PART_OF_A_NUMBER = /[^\p{N}\p{Zs}\p{Pd}]+/gu;
const ASCII = /^[\0-\x7f]*$/;
const MAX_DEPTH = 64;
/** Ids and account numbers have forms of their own, and one in ten passes the check digit of a card by chance. */
const NOT_FREE_TEXT: ReadonlySet<string> = new Set([
  ...['id', 'externalID', 'identity', 'taxID', 'inn', 'accountIdentityNumber'],
  ...['account', 'accountNumber', 'bankPostAccount', 'iban', 'pixKey', 'phoneNumber'],
]);

/**
 * Returns the dotted path of the first free text, number or field name that may contain a card number, so that none is
 * stored with a destination. A match is a run of digits, also grouped as printed on a card, in the range of a card network,
 * of a length of its cards and with their check digit.
 */
export function findCardNumber(body: unknown): string | undefined {
  return search(body, '', 0);
}

/** Whether a text contains a possible card number. */
export function holdsCardNumber(text: string): boolean {
  // NFKC maps full-width and other compatibility forms to ASCII digits.
  const plain = ASCII.test(text) ? text : text.replace(NO_PART_OF_A_NUMBER, 'x').normalize('NFKC');
  const candidates = [...(plain.match(DIGIT_RUN) ?? []), ...(plain.match(PRINTED_CARD) ?? [])];
  return candidates.some((candidate) => isCardNumber(candidate.replace(/[ -]/g, '')));
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
    const isFreeText = typeof child === 'object' || !NOT_FREE_TEXT.has(key);
    const found = isFreeText ? search(child, place, depth + 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
