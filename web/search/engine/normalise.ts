/** Texts of these characters only are already normalised. */
const PLAIN = /^[\x20-\x7e\u00ab\u00bb\u0410-\u044f\u0401\u0451\u2013\u2014]*$/;
/** Soft hyphens, joiners, direction marks, variation selectors. */
export const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Non-breaking hyphens and minus signs become hyphens. */
const HYPHENS = /[\u2010\u2011\u2212]/g;

/** Normalises compatibility forms (`ﬁ`, full width, decomposed `й`) and removes invisible characters. */
export function normalise(text: string): string {
  return PLAIN.test(text)
    ? text
    : text.replace(INVISIBLE, '').normalize('NFKC').replace(INVISIBLE, '').replace(HYPHENS, '-');
}

/** Full-width, circled and mathematical forms, which are plain letters and digits in another shape. */
const WIDTH_FORMS = /[\u2460-\u24ff\uff00-\uffef\u{1d400}-\u{1d7ff}]+/gu;

/** Replaces such forms in indexed text; other compatibility forms stay as they are shown and are folded for comparison. */
export function widthForms(text: string): string {
  return text.replace(WIDTH_FORMS, (forms) => forms.normalize('NFKC'));
}

export interface NormalisedText {
  readonly text: string;
  /** Letter n is at places[n] to ends[n] of the original. */
  readonly places: readonly number[];
  readonly ends: readonly number[];
}

/** A letter with its combining and invisible characters. */
const LETTER = /\P{M}[\p{M}\p{Default_Ignorable_Code_Point}]*|\p{M}+/gsu;

/** Normalises letter by letter, so that matches can be marked in the original. */
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
