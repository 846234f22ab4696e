import type { PageDocument } from './documents';
import { findWords, type FoundWord } from './find-words';
import { getCalledOperation } from './operation-call';
import type { SearchIndex, Unit } from './search-index';
import { splitWords, toTerm } from './words';

/** The least part of the best score of a page that its places have. */
const MIN_PLACE = 0.45;
const NAMED_WEIGHT = 1.5;
const CALL_WEIGHT = 4;
/** Of a heading of exactly the words of the query. */
const EXACT_WEIGHT = 2;
const KIND_WEIGHTS: Readonly<Record<Unit['kind'], number>> = {
  guide: 1.5,
  operation: 1,
  event: 1,
  category: 0.8,
  reference: 0.8,
  heading: 1,
  field: 0.7,
  errorCode: 0.8,
};

export const RESULT_TYPES = { page: 0, heading: 1, content: 2, field: 3, errorCode: 4 } as const;
export type ResultType = (typeof RESULT_TYPES)[keyof typeof RESULT_TYPES];

export interface SearchResult {
  readonly unit: Unit;
  readonly type: ResultType;
  /** A page whose title, operation or path has every query word. */
  readonly isNamed: boolean;
  /** Words of the query that its page lacks. */
  readonly missing: readonly string[];
  readonly words: readonly FoundWord[];
}

export interface SearchOptions {
  readonly limit?: number;
  readonly languages?: readonly string[];
  /** The path of the part of the site. */
  readonly within?: string;
}

/** Finds pages, each directly before its places. Where no page has all words, those with most. */
export function search(index: SearchIndex, query: string, options: SearchOptions = {}): SearchResult[] {
  const { limit = 8, languages, within = '' } = options;
  const { words, unread } = findWords(index, query, languages);
  const pages = new Map<PageDocument, Hit[]>();
  const isCalled = getCalledOperation(query);
  for (const id of new Set(words.flatMap(({ finds }) => [...finds.keys()]))) {
    const unit = index.units[id]!;
    if (within !== '' && !`${unit.page.url}/`.startsWith(`/${within}/`)) continue;
    const hit = { unit, score: getScore(unit, words) * (unit.isPage && isCalled(unit.page) ? CALL_WEIGHT : 1) };
    pages.set(unit.page, [...(pages.get(unit.page) ?? []), hit]);
  }
  const groups = [...pages].map(([page, hits]) =>
    createGroup(index, page, { hits, words, maxPlaces: Math.ceil(limit / 3) }),
  );
  const fewest = Math.min(...groups.map(({ missing }) => missing.length));
  // One word of many may be wrong.
  const most = words.length > 2 ? fewest + 1 : fewest;
  const found = groups.filter(({ missing }) => missing.length <= most).sort((a, b) => b.score - a.score);
  const least = found.flatMap(({ hits }) => hits.map(({ score }) => score)).sort((a, b) => b - a)[limit - 1] ?? 0;
  return found
    .flatMap(({ hits, missing, isNamed }) =>
      hits
        .filter(({ score }) => score >= least)
        .map(({ unit }): SearchResult => ({
          ...{ unit, words, missing: [...missing, ...unread] },
          isNamed: isNamed && unit.isPage,
          type: getType(unit, words),
        })),
    )
    .slice(0, limit);
}

interface Hit {
  readonly unit: Unit;
  readonly score: number;
}

interface Group {
  readonly hits: readonly Hit[];
  readonly score: number;
  readonly missing: readonly string[];
  readonly isNamed: boolean;
}

function getScore(unit: Unit, words: readonly FoundWord[]): number {
  const found = words.filter(({ finds }) => finds.has(unit.id));
  const sum = found.reduce((total, { finds }) => total + finds.get(unit.id)!.score, 0);
  const exact = unit.kind === 'heading' && isTitle(unit, words) ? EXACT_WEIGHT : 1;
  return sum * exact * KIND_WEIGHTS[unit.kind] * (found.length / words.length) ** 2;
}

function isTitle({ title }: Unit, words: readonly FoundWord[]): boolean {
  const own = splitWords(title).map(toTerm);
  return own.length === words.length && words.every(({ word }, place) => toTerm(word) === own[place]);
}

function createGroup(
  index: SearchIndex,
  page: PageDocument,
  { hits, words, maxPlaces }: { hits: readonly Hit[]; words: readonly FoundWord[]; maxPlaces: number },
): Group {
  const own = hits.find(({ unit }) => unit.isPage)?.unit;
  const best = Math.max(...hits.map(({ score }) => score));
  const places = hits
    // An untitled place has the address of its page.
    .filter(({ unit }) => !unit.isPage && unit.title !== '')
    .filter(({ score }) => score > best * MIN_PLACE)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxPlaces);
  const isMissing = ({ finds }: FoundWord): boolean => !hits.some(({ unit }) => finds.has(unit.id));
  const isNamed =
    own !== undefined && words.every(({ finds }) => isIn(finds.get(own.id)?.match, ['title', 'keywords']));
  const missing = words.filter(isMissing).map(({ token }) => token);
  const unit = own ?? index.units.find((each) => each.isPage && each.page === page)!;
  return {
    hits: [{ unit, score: best }, ...places],
    score: best * (isNamed ? NAMED_WEIGHT : 1),
    missing,
    isNamed,
  };
}

function getType(unit: Unit, words: readonly FoundWord[]): ResultType {
  if (unit.isPage) return RESULT_TYPES.page;
  if (unit.kind === 'field' || unit.kind === 'errorCode') return RESULT_TYPES[unit.kind];
  return words.some(({ finds }) => isIn(finds.get(unit.id)?.match, ['heading']))
    ? RESULT_TYPES.heading
    : RESULT_TYPES.content;
}

function isIn(match: Readonly<Record<string, string[]>> | undefined, fields: readonly string[]): boolean {
  return match !== undefined && Object.values(match).some((found) => found.some((field) => fields.includes(field)));
}
