import { fold } from './fold';

// Explicit ranges, because `\p{L}\p{N}` costs a slow phone 20 ms on first use.
const LETTERS =
  '0-9A-Za-z\\u00b2\\u00b3\\u00b9\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02af\\u0370-\\u1fff\\u2070-\\u209c\\u2c00-\\u2dff\\u3040-\\ud7ff\\uf900-\\ufdff\\ufe70-\\ufefc';

/** A word: letters and digits, joined by inner hyphens or underscores. */
export const WORD = new RegExp(`[${LETTERS}]+(?:[-_][${LETTERS}]+)*`, 'g');

// Camel case occurs only in these two alphabets.
const PARTS = /[A-ZА-ЯЁ]+(?![a-zа-яё])|[A-ZА-ЯЁ]?[a-zа-яё]+|\d+|[^A-ZА-ЯЁa-zа-яё\d]+/g;
const HUMP = /[a-zа-яё][A-ZА-ЯЁ]|[A-ZА-ЯЁ]{2}[a-zа-яё]/;
const COMPOUND = /[-_]|[a-zа-яё\d][A-ZА-ЯЁ]|[A-ZА-ЯЁ]{2}[a-zа-яё]/;

/**
 * Splits an identifier into folded words: `createInvoice` → create, invoice; `X-Request-ID` → x, request, id. A plain word
 * has no parts.
 */
export function identifierParts(word: string): string[] {
  if (!isCompound(word)) return [];
  const parts = new Set<string>();
  for (const piece of word.split(/[-_]/)) {
    // `sha256` is one word: only camel humps are split.
    const humps = HUMP.test(piece) ? (piece.match(PARTS) ?? []) : [piece];
    for (const hump of humps) parts.add(fold(hump));
  }
  return parts.size > 1 ? [...parts] : [];
}

export function isCompound(word: string): boolean {
  return COMPOUND.test(word);
}
