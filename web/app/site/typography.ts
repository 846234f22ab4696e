/* Russian typography for prose: keeps words that belong together on one line. */

const NBSP = '\u00a0';

/** Prepositions and conjunctions of one or two letters, and «№», which do not end a line; particles join the word before. */
const SHORT_WORD = /(^|[\s(«„\u00a0])(?!(?:бы|б|ли|же|ж) )([а-яё]{1,2}|№|§) (?=\S)/giu;
/** The same before an inline element: `в <code>`. */
const SHORT_WORD_AT_END = /(^|[\s(«„\u00a0])([а-яё]{1,2}|№|§) $/iu;
/** `1 999`, `10 секунд`, `64 %`, `500 ₽`: digits stay together and with their unit. */
const GROUPED_DIGITS = /(\d) (?=\d{3}(?!\d))/g;
const NUMBER_AND_UNIT = /((?:^|[\s(«\u00a0])[\d,.–]*\d) (?=[а-яёa-z%₽°])/giu;
/** `RFC 3339`, `ISO 4217`, `TLS 1.2`. */
const ABBREVIATION_AND_NUMBER = /\b([A-Z]{2,}) (?=\d)/g;
const NAMES = /\b(Apple|Google|Samsung|Yandex) (?=Pay\b)|\b(PCI) (?=DSS\b)|\b(3-D) (?=Secure\b)/g;
const PARTICLE = / (?=(?:бы|б|ли|же|ж)(?![а-яё]))/giu;
const DASH = / (?=[—–](?:\s|$))/g;

/** Adds non-breaking spaces to prose; only single spaces are replaced. */
export function typeset(text: string): string {
  return (
    text
      .replace(DASH, NBSP)
      .replace(GROUPED_DIGITS, `$1${NBSP}`)
      .replace(NUMBER_AND_UNIT, `$1${NBSP}`)
      .replace(ABBREVIATION_AND_NUMBER, `$1${NBSP}`)
      .replace(NAMES, (match) => match.trimEnd() + NBSP)
      .replace(PARTICLE, NBSP)
      // Applied twice, because matches in «и в них» overlap.
      .replace(SHORT_WORD, `$1$2${NBSP}`)
      .replace(SHORT_WORD, `$1$2${NBSP}`)
      .replace(SHORT_WORD_AT_END, `$1$2${NBSP}`)
  );
}

/** A name whose hyphen would be a line break; a space cannot prevent it. */
export const UNBROKEN_NAME = /(3-D(?:[ \u00a0]Secure)?)/g;

/** Shorter identifiers fit any line and are never broken. */
const MAX_UNBROKEN = 16;

/** Splits a long identifier where it may be broken: at humps and after separators. */
export function identifierPieces(code: string): string[] {
  return code
    .split(/(?<=\s)|(?=\s)/)
    .flatMap((word) => (word.length > MAX_UNBROKEN ? word.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[_./:=])(?=\w)/) : [word]))
    .reduce<string[]>(joinBlanks, []);
}

/** A blank is already a break, so it joins the previous piece. */
function joinBlanks(pieces: string[], piece: string): string[] {
  const last = pieces.at(-1);
  if (last !== undefined && (/\s$/.test(last) || /^\s/.test(piece))) pieces[pieces.length - 1] = last + piece;
  else pieces.push(piece);
  return pieces;
}
