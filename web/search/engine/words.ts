import { stemmer as englishStem } from '@orama/stemmers/english';
import { stemmer as russianStem } from '@orama/stemmers/russian';
import { fold } from './fold';
import { identifierParts, WORD } from './identifier-parts';

const terms = new Map<string, string>();

/** Snowball takes «ен» and «ена» for endings. */
const TOKEN = /^токен(?=$|[аеоуы])/;

/** A vowel that comes and goes with the ending: ошибок, ошибк; кошелек, кошельк. */
const FLEETING = /(?:[ое](?=[гклмнрц]$)|[ьй](?=[бвгджзклмнпрстфхцчшщ]$))/;

/** The index's form of a word: folded, then stemmed by Snowball. */
export function toTerm(word: string): string {
  let term = terms.get(word);
  if (term === undefined) {
    const folded = fold(word);
    term = /[а-я]/.test(folded) ? toRussianTerm(folded) : /^[a-z]+$/.test(folded) ? englishStem(folded) : folded;
    terms.set(word, term);
  }
  return term;
}

function toRussianTerm(word: string): string {
  const [token] = TOKEN.exec(word) ?? [];
  if (token !== undefined) return token;
  // Snowball takes the end of «подпись» for a reflexive verb's.
  const stem = russianStem(word.replace(/пись$/, 'пис'));
  return stem.length < 4 ? stem : stem.replace(FLEETING, '');
}

/** The words of a text without hyphens and underscores, and the parts of its identifiers: `3-D` → 3D, 3, d. */
export function splitWords(text: string): string[] {
  return (text.match(WORD) ?? []).flatMap((word) => [joinWord(word), ...identifierParts(word)]);
}

export function joinWord(word: string): string {
  return word.replace(/[-_]/g, '');
}
