import type { WordForms } from './stem-families';
import { russianForms } from './russian-forms';

/** Returns the stems of a folded word; numbers and mixed words have none but themselves. */
export function wordForms(word: string): WordForms {
  if (/^[а-я]+$/.test(word)) return russianForms(word);
  if (/^[a-z]+$/.test(word)) return englishForms(word);
  const only = new Set([word]);
  return { nominal: only, verbal: new Set(), roots: new Set() };
}

function englishForms(word: string): WordForms {
  const stem = englishStem(word);
  return { nominal: new Set([stem]), verbal: new Set(), roots: new Set([stem]) };
}

function englishStem(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  const singular = /(?:ss|us|is)$/.test(word) ? word : word.replace(/(?<=sh|ch|x|s)es$|s$/, '');
  const bare = singular.length > 5 ? singular.replace(/(?:ing|ed)$/, '') : singular;
  const undoubled = bare.replace(/([bdgmnprt])\1$/, '$1');
  return undoubled.length > 4 ? undoubled.replace(/e$/, '') : undoubled;
}
