import type { SearchResult as UnitFind } from 'minisearch';
import { fold } from './fold';
import { identifierParts, WORD } from './identifier-parts';
import { normalise } from './normalise';
import { FIELD_WEIGHTS, type SearchIndex } from './search-index';
import { isStopWord } from './stop-words';
import { MAX_TOKENS, tokenizeKeepingCase } from './tokenize';
import { inOtherLayout, isOneEditAway } from './typing-slips';
import { joinWord, toTerm } from './words';

/** A card number in groups, which texts have without spaces. */
const CARD_NUMBER = /\b\d{4}(?:[ -]\d{4}){2,3}(?:[ -]\d{1,3})?\b/g;
const SYNONYM_WEIGHT = 0.35;
const SYNONYM_TYPO_WEIGHT = 0.2;
const MIN_TYPO_LENGTH = 4;

/** A word of a query, and the units that have it, a form, a synonym or, if there is none, something like it. */
export interface FoundWord {
  /** As it was typed. */
  readonly token: string;
  /** Folded, in the layout that was meant. */
  readonly word: string;
  readonly finds: ReadonlyMap<number, UnitFind>;
}

/** Looks up the words of a query, the last of which may be incomplete. `unread`: those beyond the limit. */
export function findWords(
  index: SearchIndex,
  query: string,
  languages?: readonly string[],
): { words: FoundWord[]; unread: string[] } {
  const text = normalise(query).replace(CARD_NUMBER, (number) => number.replace(/[ -]/g, ''));
  const chunks = text.split(/\s+/).filter((chunk) => chunk !== '');
  const typed = chunks.slice(0, MAX_TOKENS).flatMap((chunk) => readChunk(index, chunk, languages));
  const telling = typed.filter(({ word }) => !isStopWord(word));
  const words = (telling.length > 0 ? telling : typed).map(({ token, word }) => ({
    ...{ token, word },
    finds: findWord(index, word, word === typed.at(-1)?.word),
  }));
  return { words, unread: chunks.slice(MAX_TOKENS) };
}

type TypedWord = Pick<FoundWord, 'token' | 'word'>;

/** Reads a chunk, in the other keyboard layout too, as one word (`3-D`, `веб-хук`), as its words or as parts of an identifier. */
function readChunk(index: SearchIndex, chunk: string, languages: readonly string[] | undefined): TypedWord[] {
  const readings = [chunk, inOtherLayout(chunk)].flatMap((text) => {
    const words = tokenizeKeepingCase(text, languages).flatMap((part) => part.match(WORD) ?? []);
    const joined = joinWord(text);
    return [joined.match(WORD)?.[0] === joined ? [joined] : [], words, words.flatMap(identifierParts)];
  });
  const isRead = (words: readonly string[]) => words.length > 0 && words.every((word) => isKnown(index, fold(word)));
  const words = readings.find(isRead) ?? readings.slice(1).find(({ length }) => length > 0) ?? [];
  return words.map((word) => ({ token: chunk.toLowerCase(), word: fold(word) }));
}

function isKnown(index: SearchIndex, word: string): boolean {
  const term = toTerm(word);
  return index.terms.has(term) || index.synonyms.some((group) => group.includes(term));
}

function findWord(index: SearchIndex, word: string, isLast: boolean): Map<number, UnitFind> {
  const term = toTerm(word);
  const known = isKnown(index, word);
  const isLike = (other: string): boolean =>
    other === term || (!known && term.length >= MIN_TYPO_LENGTH && isOneEditAway(other, term));
  const synonyms = index.synonyms.filter((group) => group.some(isLike)).flat();
  const terms = [term, ...synonyms.filter((other) => other !== term)];
  const found = find(index, terms, {
    prefix: (_, place) => place === 0 && term.length > 2 && (isLast || !known),
    fuzzy: (_, place) => place === 0 && !known && term.length >= MIN_TYPO_LENGTH && Math.ceil(term.length / 5),
    boostTerm: (_, place) => (place === 0 ? 1 : known ? SYNONYM_WEIGHT : SYNONYM_TYPO_WEIGHT),
  });
  return new Map(found.map((each) => [each.id as number, each]));
}

type FindOptions = Pick<NonNullable<Parameters<SearchIndex['engine']['search']>[1]>, 'prefix' | 'fuzzy' | 'boostTerm'>;

function find(index: SearchIndex, terms: readonly string[], options: FindOptions): UnitFind[] {
  return index.engine.search(terms.join(' '), {
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term,
    boost: FIELD_WEIGHTS,
    bm25: { k: 1.2, b: 0.15, d: 0.5 },
    weights: { fuzzy: 0.3, prefix: 0.45 },
    ...options,
  });
}
