import { arrange } from './arrange';
import { findHits, type Plan } from './find-hits';
import { findTerms, type FoundTerm } from './find-terms';
import { fold } from './fold';
import { matchCompound, matchToken, type Term } from './match-words';
import { normalise } from './normalise';
import type { SearchIndex } from './search-index';
import type { Hit, SearchResult } from './search-results';
import { isStopWord } from './stop-words';
import { MAX_TOKENS, tokenizeKeepingCase } from './tokenize';

/** The maximum number of results of one page while other pages have some. */
const MAX_CHILDREN = 3;

/** A card number in groups, which texts have without spaces. */
const CARD_NUMBER = /\b\d{4}(?:[ -]\d{4}){2,3}(?:[ -]\d{1,3})?\b/g;

export interface SearchOptions {
  readonly limit?: number;
  readonly languages?: readonly string[];
  readonly within?: string;
}

export function search(index: SearchIndex, text: string, options: SearchOptions = {}): SearchResult[] {
  const query = normalise(text).replace(CARD_NUMBER, (number) => number.replace(/[ -]/g, ''));
  const { limit = 8, languages, within = '' } = options;
  const { groups: read, unread } = termGroups(index, query, languages);
  const groups = read.filter((group) => group.length > 0);
  const { found, adjacency: adjacency } = findTerms(index, groups);
  const queryTerms = { query, terms: groups.flat(), adjacency };
  const hits = new Map<number, Hit>();
  for (const [place, plan] of getPlans(found).entries()) {
    const words = { ...plan, missing: [...plan.missing, ...unread] };
    if (hits.size >= limit || (words.isLastResort && hits.size > 0)) break;
    // Caps scores so that hits of stricter plans stay first.
    const ceiling = Math.min(1, ...[...hits.values()].map((hit) => hit.score));
    for (const hit of findHits(index, { ...words, isLax: place > 0, ceiling }, queryTerms)) {
      if (!hits.has(hit.unit.id) && isWithin(hit, within)) hits.set(hit.unit.id, hit);
    }
  }
  return arrange(limitPerPage(withoutDuplicates(index, [...hits.values()]), limit)).slice(0, limit);
}

/**
 * Returns the terms of each query word, and the words beyond the limit. The last word may be incomplete; a hyphenated one may
 * be one index word.
 */
function termGroups(
  index: SearchIndex,
  query: string,
  languages: readonly string[] | undefined,
): { groups: Term[][]; unread: string[] } {
  const chunks = query.trim().split(/\s+/);
  const unread: string[] = [];
  let room = MAX_TOKENS;
  const groups = chunks.flatMap((chunk, place) => {
    if (room === 0) unread.push(chunk);
    const isLast = place === chunks.length - 1;
    const originals = tokenizeKeepingCase(chunk, languages).slice(0, room);
    room -= originals.length;
    const compound = originals.length > 1 ? matchCompound(index, { chunk, isTyped: isLast }) : undefined;
    if (compound !== undefined) return [[compound]];
    return originals.map((original, at) =>
      matchToken(index, { original, token: original.toLowerCase(), isTyped: isLast && at === originals.length - 1 }),
    );
  });
  return { groups, unread };
}

interface WordPlan extends Pick<Plan, 'required' | 'optional' | 'missing'> {
  /** Whether the plan is tried only when nothing else matched. */
  readonly isLastResort: boolean;
}

/**
 * Requires all terms except stop words; of three or more, also all but one. Without a match it omits words that no page has,
 * then all but the rarest, so that one word too many does not give an empty list.
 */
function getPlans(groups: ReadonlyArray<readonly FoundTerm[]>): WordPlan[] {
  const isLight = (group: readonly FoundTerm[]): boolean => group.every(({ term }) => isStopWord(fold(term.token)));
  const heavy = groups.filter((group) => !isLight(group));
  const needed = heavy.length > 0 ? heavy : groups;
  const optional = heavy.length > 0 ? groups.filter(isLight).flat() : [];
  if (needed.length === 0) return [];
  const without = (dropped: ReadonlyArray<readonly FoundTerm[]>, isLastResort: boolean): WordPlan => ({
    required: needed.filter((group) => !dropped.includes(group)).flat(),
    optional: [...optional, ...(isLastResort ? dropped.flat() : [])],
    missing: dropped.map(([found]) => found?.term.token ?? ''),
    isLastResort,
  });
  const plans = [without([], false)];
  if (needed.length > 2) for (const group of needed.toReversed()) plans.push(without([group], false));
  const known = needed.filter((group) => group.every(isFound));
  if (known.length < needed.length) plans.push(without(needed.filter((group) => !known.includes(group)), true)); // prettier-ignore
  const telling = [...known].sort((one, other) => getRarity(other) - getRarity(one));
  for (let kept = telling.length - 1; kept > 0; kept--) {
    plans.push(without(needed.filter((group) => !telling.slice(0, kept).includes(group)), true)); // prettier-ignore
  }
  return plans.filter(({ required }) => required.length > 0 && required.every(isFound));
}

function isFound({ term }: FoundTerm): boolean {
  return term.matches.size > 0;
}

function getRarity(group: readonly FoundTerm[]): number {
  return Math.max(...group.map(({ rarity }) => rarity));
}

function isWithin({ page }: Hit, path: string): boolean {
  return path === '' || `${page.url}/`.startsWith(`/${path}/`);
}

/** Drops untitled sections whose page has another result, because both link to the same place. */
function withoutDuplicates(index: SearchIndex, hits: readonly Hit[]): Hit[] {
  const isUntitled = ({ unit }: Hit): boolean => {
    const heading = index.fields[unit.firstField]!;
    return unit.id !== unit.page && heading.start === heading.end;
  };
  const titled = new Set(hits.filter((hit) => !isUntitled(hit)).map((hit) => hit.page.id));
  return hits.filter((hit) => !isUntitled(hit) || !titled.has(hit.page.id));
}

/** Returns the best hits without letting one page's sections displace other pages. */
function limitPerPage(hits: readonly Hit[], limit: number): Hit[] {
  const ranked = [...hits].sort((a, b) => b.score - a.score || a.unit.id - b.unit.id);
  const counts = new Map<number, number>();
  const first: Hit[] = [];
  const rest: Hit[] = [];
  for (const hit of ranked) {
    const count = counts.get(hit.page.id) ?? 0;
    if (hit.type !== 0) counts.set(hit.page.id, count + 1);
    (hit.type === 0 || count < MAX_CHILDREN ? first : rest).push(hit);
  }
  return [...first, ...rest].slice(0, limit);
}
