import { normalise } from './normalise';

/** Languages without spaces between words, which need a word segmenter. */
const SEGMENTED_LANGUAGES = ['ja', 'jp', 'th'];

export const MAX_TOKENS = 12;

/**
 * Splits a query into lower-case tokens at whitespace and hyphens; for Chinese into runs of word characters and ideographs;
 * for Japanese or Thai by a segmenter.
 */
export function tokenize(query: string, languages: readonly string[] = ['en', 'ru']): string[] {
  return tokenizeKeepingCase(query, languages).map((token) => token.toLowerCase());
}

/** Keeps the case, which shows where identifiers can be split. */
export function tokenizeKeepingCase(text: string, languages: readonly string[] = ['en', 'ru']): string[] {
  const [only] = languages;
  if (languages.length === 1 && only !== undefined && SEGMENTED_LANGUAGES.includes(only)) {
    return segments(text, only).slice(0, MAX_TOKENS);
  }
  const words = languages.includes('zh') ? /\w+|\p{Unified_Ideograph}+/gu : /[^-\s]+/g;
  return (normalise(text).match(words) ?? []).slice(0, MAX_TOKENS);
}

function segments(query: string, language: string): string[] {
  const segmenter = new Intl.Segmenter(language === 'jp' ? 'ja' : language, { granularity: 'word' });
  return Array.from(segmenter.segment(query))
    .filter((part) => part.isWordLike)
    .map((part) => part.segment);
}
