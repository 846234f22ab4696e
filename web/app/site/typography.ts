/*
 * What a compositor would do to Russian text: words that belong together stay on one line. Never used on code.
 */

const NBSP = '\u00a0';

/** Prepositions and conjunctions of one or two letters, and «№»: what a line does not end with. Particles belong to what is before. */
const SHORT_WORD = /(^|[\s(«„\u00a0])(?!(?:бы|б|ли|же|ж) )([а-яё]{1,2}|№|§) (?=\S)/giu;
/** The same before what stands in an element of its own: `в <code>`. */
const SHORT_WORD_AT_END = /(^|[\s(«„\u00a0])([а-яё]{1,2}|№|§) $/iu;
/** `1 999`, `10 секунд`, `64 %`, `500 ₽`: figures stay together, and with what they count. */
const GROUPED_DIGITS = /(\d) (?=\d{3}(?!\d))/g;
const NUMBER_AND_UNIT = /((?:^|[\s(«\u00a0])[\d,.–]*\d) (?=[а-яёa-z%₽°])/giu;
/** `RFC 3339`, `ISO 4217`, `TLS 1.2`. */
const ABBREVIATION_AND_NUMBER = /\b([A-Z]{2,}) (?=\d)/g;
const NAMES = /\b(Apple|Google|Samsung|Yandex) (?=Pay\b)|\b(PCI) (?=DSS\b)|\b(3-D) (?=Secure\b)/g;
const PARTICLE = / (?=(?:бы|б|ли|же|ж)(?![а-яё]))/giu;
const DASH = / (?=[—–](?:\s|$))/g;

/** Puts non-breaking spaces into a piece of prose. Another white space than a single blank is left as it is. */
export function typeset(text: string): string {
  return (
    text
      .replace(DASH, NBSP)
      .replace(GROUPED_DIGITS, `$1${NBSP}`)
      .replace(NUMBER_AND_UNIT, `$1${NBSP}`)
      .replace(ABBREVIATION_AND_NUMBER, `$1${NBSP}`)
      .replace(NAMES, (match) => match.trimEnd() + NBSP)
      .replace(PARTICLE, NBSP)
      // Twice: of «и в них» the first match takes the space that the second begins with.
      .replace(SHORT_WORD, `$1$2${NBSP}`)
      .replace(SHORT_WORD, `$1$2${NBSP}`)
      .replace(SHORT_WORD_AT_END, `$1$2${NBSP}`)
  );
}

/** A word with a hyphen within, which is a place to break a line at; no space helps. */
export const UNBROKEN_NAME = /3-D(?:[ \u00a0]Secure)?/g;

/** Shorter identifiers are never broken: they fit a line of any screen. */
const MAX_UNBROKEN = 16;

/** Where a long identifier may be broken: at its humps, and after what joins its words. */
export function identifierPieces(code: string): string[] {
  return code
    .split(/(?<=\s)|(?=\s)/)
    .flatMap((word) => (word.length > MAX_UNBROKEN ? word.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[_./:=])(?=\w)/) : [word]))
    .reduce<string[]>(joinBlanks, []);
}

/** A blank is a place to break at by itself. */
function joinBlanks(pieces: string[], piece: string): string[] {
  const last = pieces.at(-1);
  if (last !== undefined && (/\s$/.test(last) || /^\s/.test(piece))) pieces[pieces.length - 1] = last + piece;
  else pieces.push(piece);
  return pieces;
}
