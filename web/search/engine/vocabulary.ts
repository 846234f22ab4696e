import type { SearchIndex } from './search-index';

export const PREFIX_LENGTH = 2;

export interface VocabularyEntry {
  readonly word: string;
  readonly numbers: number[];
  readonly compounds: number[];
  /** Compounds with this spelling without hyphens and underscores. */
  readonly joinedCompounds: number[];
}

export interface Vocabulary {
  readonly byWord: ReadonlyMap<string, VocabularyEntry>;
  readonly byBeginning: ReadonlyMap<string, readonly VocabularyEntry[]>;
}

const vocabularies = new WeakMap<SearchIndex, Vocabulary>();

export function getVocabulary(index: SearchIndex): Vocabulary {
  let vocabulary = vocabularies.get(index);
  if (vocabulary === undefined) vocabularies.set(index, (vocabulary = build(index)));
  return vocabulary;
}

export function entriesBeginning(index: SearchIndex, beginning: string): readonly VocabularyEntry[] {
  return getVocabulary(index).byBeginning.get(beginning) ?? [];
}

function build(index: SearchIndex): Vocabulary {
  const byWord = new Map<string, VocabularyEntry>();
  const byBeginning = new Map<string, VocabularyEntry[]>();
  const getEntry = (word: string): VocabularyEntry => {
    let entry = byWord.get(word);
    if (entry !== undefined) return entry;
    entry = { word, numbers: [], compounds: [], joinedCompounds: [] };
    byWord.set(word, entry);
    put(byBeginning, word.slice(0, 1), entry);
    if (word.length >= PREFIX_LENGTH) put(byBeginning, word.slice(0, PREFIX_LENGTH), entry);
    return entry;
  };
  for (let number = index.firstWord; number <= index.lastWord; number++)
    getEntry(index.folded[number]!).numbers.push(number);
  for (const { number, joined, parts } of index.compounds) {
    getEntry(joined).joinedCompounds.push(number);
    for (const part of parts) getEntry(part).compounds.push(number);
  }
  return { byWord, byBeginning };
}

function put(buckets: Map<string, VocabularyEntry[]>, key: string, entry: VocabularyEntry): void {
  const bucket = buckets.get(key);
  if (bucket === undefined) buckets.set(key, [entry]);
  else bucket.push(entry);
}
