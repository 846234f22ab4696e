import { normalise } from './normalise';

/** Languages whose words are not set apart by spaces and which are cut by a word segmenter of their own. */
const SEGMENTED_LANGUAGES = ['ja', 'jp', 'th'];

/** A query never costs more than this many tokens. */
export const MAX_TOKENS = 12;

/**
 * Cuts a query into lower-cased tokens: on whitespace and hyphens; with Chinese into runs of word characters and of
 * ideographs; for Japanese or Thai alone by the segmenter of that language.
 */
export function tokenize(query: string, languages: readonly string[] = ['en', 'ru']): string[] {
  return tokenizeKeepingCase(query, languages).map((token) => token.toLowerCase());
}

/** The same tokens as they were written: the case tells where an identifier can be cut. */
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
