import { WORD } from '../engine/identifier-parts';
import { INVISIBLE, widthForms } from '../engine/normalise';
import { CAPITAL, FIELD_END, TIER_SIZES, getCharacter, getNumbering } from '../engine/index-format';

type Piece = { readonly isCapital: boolean; readonly word: string } | { readonly separator: string };

/** Encodes texts as word numbers, with the shortest numbers for frequent words. */
export class TextWriter {
  private readonly fields: Piece[][];

  constructor(texts: readonly string[]) {
    this.fields = texts.map(getPieces);
  }

  write(): { words: string; separators: string[]; text: string } {
    const separators = sortByFrequency(
      this.fields.flat().flatMap((piece) => ('separator' in piece ? [piece.separator] : [])),
    );
    const tiers = getTiers(
      sortByFrequency(this.fields.flat().flatMap((piece) => ('word' in piece ? [piece.word] : []))),
    );
    const numbers = new Map<string, number>();
    const words = tiers.flat();
    const numbering = getNumbering({ separators: separators.length, words: words.length });
    separators.forEach((separator, place) => numbers.set(` ${separator}`, numbering.ofSeparator(place)));
    words.forEach((word, place) => numbers.set(word, numbering.firstWord + place));
    const getNumber = (key: string): string => getCharacter(numbers.get(key) ?? FIELD_END);
    const text = this.fields.map(
      (pieces) => pieces.map((piece) => written(piece, getNumber)).join('') + getCharacter(FIELD_END),
    );
    return { words: words.join(' '), separators, text: text.join('') };
  }
}

function written(piece: Piece, getNumber: (key: string) => string): string {
  if ('separator' in piece) return getNumber(` ${piece.separator}`);
  return (piece.isCapital ? getCharacter(CAPITAL) : '') + getNumber(piece.word);
}

function getPieces(text: string): Piece[] {
  const clean = widthForms(text.normalize())
    .replace(INVISIBLE, '')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of clean.matchAll(WORD)) {
    const between = clean.slice(end, match.index);
    if (between !== '' && (between !== ' ' || end === 0)) pieces.push({ separator: between });
    if (between === '' && end > 0) pieces.push({ separator: '' });
    const isCapital = /^\p{Lu}\p{Ll}*$/u.test(match[0]);
    pieces.push({ isCapital, word: isCapital ? match[0].toLowerCase() : match[0] });
    end = match.index + match[0].length;
  }
  if (end < clean.length) pieces.push({ separator: clean.slice(end) });
  return pieces;
}

function sortByFrequency(keys: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || compare(a[0], b[0])).map(([key]) => key);
}

function getTiers(words: readonly string[]): string[][] {
  const tiers: string[][] = [];
  let start = 0;
  for (const size of [...TIER_SIZES, words.length]) {
    if (start < words.length) tiers.push(words.slice(start, start + size).sort(compare));
    start += size;
  }
  return tiers;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
