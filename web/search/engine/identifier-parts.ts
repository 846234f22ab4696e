import { fold } from './fold';

/** A word of the index: letters and digits, joined by inner hyphens or underscores. */
export const WORD = /[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)*/gu;

const PARTS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|\p{L}+/gu;

/**
 * The words that an identifier is made of, folded: `createInvoice` → create, invoice; `X-Request-ID` → x, request, id.
 * A plain word has no parts.
 */
export function identifierParts(word: string): string[] {
  if (!isCompound(word)) return [];
  const parts = new Set<string>();
  for (const piece of word.split(/[-_]/)) {
    // `sha256` is one word: digits are not cut off, only the humps of a camel are.
    const humps = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(piece) ? (piece.match(PARTS) ?? []) : [piece];
    for (const hump of humps) parts.add(fold(hump));
  }
  return parts.size > 1 ? [...parts] : [];
}

/** Whether a word is made of several: by hyphens, underscores or humps. */
export function isCompound(word: string): boolean {
  // Most words are none, and the first look tells so at a tenth of the price.
  return /[-_]|.[A-ZА-ЯЁ]/.test(word) && /[-_]|[\p{Ll}\p{N}]\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(word);
}
