/** Texts of these characters alone are normalised already; nearly all of the documentation is. */
const PLAIN = /^[\x20-\x7e\u00ab\u00bb\u0410-\u044f\u0401\u0451\u2013\u2014]*$/;
/** Soft hyphens, joiners, direction marks, variation selectors. */
export const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** A hyphen that breaks no line, and a minus, are typed as one key. */
const HYPHENS = /[\u2010\u2011\u2212]/g;

/**
 * Gives every text one spelling: compatibility forms (`ﬁ`, full width, decomposed `й`) as their plain letters, without
 * invisible characters.
 */
export function normalise(text: string): string {
  return PLAIN.test(text)
    ? text
    : text.replace(INVISIBLE, '').normalize('NFKC').replace(INVISIBLE, '').replace(HYPHENS, '-');
}

/** A text in its one spelling, and where in the original each of its letters comes from. */
export interface NormalisedText {
  readonly text: string;
  /** Places in the original: the letter n stands at places[n], up to ends[n]. */
  readonly places: readonly number[];
  readonly ends: readonly number[];
}

/** A letter with the marks and invisible characters that belong to it. */
const LETTER = /\P{M}[\p{M}\p{Default_Ignorable_Code_Point}]*|\p{M}+/gsu;

/** Normalises a text letter by letter, so that what is found in it can be marked in the original. */
export function normaliseWithPlaces(original: string): NormalisedText {
  if (PLAIN.test(original)) {
    const places = Array.from({ length: original.length }, (_, place) => place);
    return { text: original, places, ends: places.map((place) => place + 1) };
  }
  const [places, ends]: [number[], number[]] = [[], []];
  let text = '';
  for (const { 0: letter, index } of original.matchAll(LETTER)) {
    for (const unit of normalise(letter).split('')) {
      text += unit;
      places.push(index);
      ends.push(index + letter.length);
    }
  }
  return { text, places, ends };
}
