import { fold } from './fold';
import { identifierParts, WORD } from './identifier-parts';
import { stemRelation, type WordForms } from './stem-families';
import type { SearchIndex } from './search-index';
import { PREFIX_LENGTH, entriesBeginning, getVocabulary } from './vocabulary';
import { inOtherLayout, isOneEditAway } from './typing-slips';
import { wordForms } from './word-forms';

/** Nearness of an index word to a query word, 0 to 1. */
const NEARNESS = {
  same: 1,
  joined: 0.95,
  form: 0.85,
  part: 0.7,
  partForm: 0.6,
  synonym: 0.58,
  kinSynonym: 0.35,
  kin: 0.4,
  typo: 0.3,
  synonymTypo: 0.2,
} as const;

/** A longer prefix of a word is nearer. */
const prefixNearness = (typed: number, whole: number): number => 0.45 + 0.35 * (typed / whole);

/** Words up to this length, or one letter longer, may differ from the second letter on. */
const SHORT_LENGTH = 4;

export type WordMatches = ReadonlyMap<number, number>;

/** A word of a query token: `/wallets/{id}` has two, both required. */
export interface Term {
  readonly token: string;
  /** The folded word that was looked up, possibly in the other layout. */
  readonly word: string;
  readonly matches: WordMatches;
}

/** Looks up a token as written, in the other keyboard layout, in parts, and with one typing error. */
export function matchToken(index: SearchIndex, input: { token: string; original: string; isTyped: boolean }): Term[] {
  const { token, original, isTyped } = input;
  const straight = getTerms(index, token, token, isTyped);
  if (straight.length > 0 && straight.every(isFound)) return straight;
  const swapped = getTerms(index, token, inOtherLayout(token), isTyped);
  if (swapped.length > 0 && swapped.every(isFound)) return swapped;
  const parts = (original.match(WORD) ?? []).flatMap(identifierParts);
  const inParts = parts.map((part) => ({ token, word: part, matches: matchWord(index, part, false) }));
  if (inParts.length > 1 && inParts.every(isFound)) return inParts;
  return (straight.length > 0 ? straight : swapped).map((term) => (isFound(term) ? term : withTypo(index, term)));
}

/** Looks up a hyphenated word as one: `3-D`, `X-Request-ID`, `веб-хук` for «вебхук». */
export function matchCompound(index: SearchIndex, input: { chunk: string; isTyped: boolean }): Term | undefined {
  const joined = fold(input.chunk.replace(/-/g, ''));
  if (joined.match(WORD)?.[0] !== joined) return undefined;
  const matches = new Map<number, number>();
  addSpellings(index, joined, matches);
  addForms(index, joined, matches);
  if (input.isTyped) {
    for (const entry of entriesBeginning(index, joined.slice(0, PREFIX_LENGTH))) {
      if (entry.word.startsWith(joined))
        addAll(matches, entry.joinedCompounds, prefixNearness(joined.length, entry.word.length));
    }
  }
  const chunk = input.chunk.toLowerCase();
  return matches.size === 0 ? undefined : { token: chunk, word: fold(chunk), matches };
}

function isFound(term: Term): boolean {
  return term.matches.size > 0;
}

function getTerms(index: SearchIndex, token: string, written: string, isTyped: boolean): Term[] {
  const words = fold(written).match(WORD) ?? [];
  return words.map((word, place) => {
    const isLast = place === words.length - 1 && written.endsWith(word);
    return { token, word, matches: matchWord(index, word, isTyped && isLast) };
  });
}

function matchWord(index: SearchIndex, word: string, isTyped: boolean): Map<number, number> {
  const matches = new Map<number, number>();
  addSpellings(index, word, matches);
  addForms(index, word, matches);
  addSynonyms(index, word, matches);
  if (isTyped || (matches.size === 0 && word.length >= 3)) addPrefixes(index, word, matches);
  return matches;
}

function add(matches: Map<number, number>, number: number, nearness: number): void {
  if (nearness > (matches.get(number) ?? 0)) matches.set(number, nearness);
}

function addAll(matches: Map<number, number>, numbers: readonly number[], nearness: number): void {
  for (const number of numbers) add(matches, number, nearness);
}

function addSpellings(index: SearchIndex, word: string, matches: Map<number, number>): void {
  const { byWord } = getVocabulary(index);
  const entry = byWord.get(word);
  if (entry !== undefined) {
    addAll(matches, entry.numbers, NEARNESS.same);
    addAll(matches, entry.compounds, NEARNESS.part);
  }
  addAll(matches, byWord.get(word.replace(/[-_]/g, ''))?.joinedCompounds ?? [], NEARNESS.joined);
}

const formsByWord = new Map<string, WordForms>();

function getForms(word: string): WordForms {
  let forms = formsByWord.get(word);
  if (forms === undefined) formsByWord.set(word, (forms = wordForms(word)));
  return forms;
}

function addForms(index: SearchIndex, word: string, matches: Map<number, number>, factor = 1): void {
  if (word.length < 3) return;
  const forms = getForms(word);
  for (const entry of entriesBeginning(index, word.slice(0, word.length > SHORT_LENGTH ? PREFIX_LENGTH : 1))) {
    if (entry.word === word || !mayBeForm(word, entry.word)) continue;
    const kind = stemRelation(forms, getForms(entry.word));
    if (kind === 'none') continue;
    addAll(matches, entry.numbers, NEARNESS[kind] * factor);
    if (kind === 'form') addAll(matches, entry.compounds, NEARNESS.partForm * factor);
  }
}

/** Forms share a prefix of at least half of the shorter word; short words such as «день» and «днями» need less. */
function mayBeForm(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  const isShort = Math.max(a.length, b.length) <= SHORT_LENGTH + 1;
  const shared = isShort ? 1 : Math.max(2, Math.ceil(shorter / 2));
  for (let place = 0; place < shared; place++) if (a.charCodeAt(place) !== b.charCodeAt(place)) return false;
  return true;
}

function addSynonyms(index: SearchIndex, word: string, matches: Map<number, number>): void {
  if (word.length < 3) return;
  const forms = getForms(word);
  for (const group of index.synonyms) {
    const nearness = Math.max(...group.map((name) => synonymNearness(word, forms, name)));
    if (nearness > 0) addGroup(index, group, matches, nearness);
  }
}

/** Returns the nearness of a word to a synonym: the same word, a form, or a derived word. */
function synonymNearness(word: string, forms: WordForms, name: string): number {
  if (name === word) return NEARNESS.synonym;
  if (!mayBeForm(word, name)) return 0;
  const kind = stemRelation(forms, getForms(name));
  return kind === 'form' ? NEARNESS.synonym : kind === 'kin' ? NEARNESS.kinSynonym : 0;
}

function addGroup(index: SearchIndex, group: readonly string[], matches: Map<number, number>, nearness: number): void {
  for (const name of group) {
    const found = new Map<number, number>();
    addSpellings(index, name, found);
    addForms(index, name, found);
    for (const [number, near] of found) add(matches, number, near * nearness);
  }
}

function addPrefixes(index: SearchIndex, word: string, matches: Map<number, number>): void {
  for (const entry of entriesBeginning(index, word.slice(0, PREFIX_LENGTH))) {
    if (!entry.word.startsWith(word)) continue;
    const nearness = prefixNearness(word.length, entry.word.length);
    addAll(matches, entry.numbers, nearness);
    addAll(matches, entry.joinedCompounds, nearness);
    addAll(matches, entry.compounds, NEARNESS.part * nearness);
  }
}

/** Finds words one typing error away, in either layout, with all their forms. */
function withTypo(index: SearchIndex, term: Term): Term {
  const matches = new Map<number, number>();
  for (const word of [term.word, ...(fold(inOtherLayout(term.token)).match(WORD) ?? [])]) {
    if (word.length < 4) continue;
    for (let number = index.firstWord; number <= index.lastWord; number++) {
      const other = index.folded[number]!;
      if (Math.abs(other.length - word.length) > 1 || !isOneEditAway(word, other)) continue;
      add(matches, number, NEARNESS.typo);
      addForms(index, other, matches, NEARNESS.typo);
    }
    // Synonyms may contain words that no text uses.
    for (const group of index.synonyms) {
      if (group.some((name) => isOneEditAway(word, name))) addGroup(index, group, matches, NEARNESS.synonymTypo);
    }
  }
  return { ...term, matches };
}
