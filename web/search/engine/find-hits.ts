import { FIELD_WEIGHTS, PLACES, type FoundTerm } from './find-terms';
import type { Term } from './match-words';
import { getCall, isSameCall } from './operation-call';
import type { SearchIndex, Unit } from './search-index';
import { RESULT_TYPES, type Hit, type ResultType } from './search-results';

const PAGE_TITLE_WEIGHT = 1.5;
const SCATTERED_WEIGHT = 0.25;
const CALL_WEIGHT = 4;
/** The upper bound for pages whose names contain most of the query's words. */
const NAMED_BY_MOST_CEILING = 0.7;
/** Above this nearness a word counts as the searched word, not as a relative or synonym. */
const MIN_NEARNESS = 0.45;
const KIND_WEIGHTS: Readonly<Record<Unit['kind'], number>> = {
  guide: 1.5,
  operation: 1,
  event: 1,
  category: 0.8,
  reference: 0.8,
  heading: 1,
  field: 0.9,
  errorCode: 1.1,
};

export interface Plan {
  readonly required: readonly FoundTerm[];
  readonly optional: readonly FoundTerm[];
  readonly isLax: boolean;
  readonly missing: readonly string[];
  /** An upper bound of its scores, so that hits of stricter plans stay first. */
  readonly ceiling: number;
}

export interface QueryTerms {
  readonly query: string;
  readonly terms: readonly Term[];
  readonly adjacency: Float32Array;
}

export function findHits(index: SearchIndex, plan: Plan, queryTerms: QueryTerms): Hit[] {
  const { required, optional, isLax, missing, ceiling } = plan;
  const { terms, adjacency: adjacency } = queryTerms;
  const all = [...required, ...optional];
  const call = getCall(queryTerms.query);
  const hits: Hit[] = [];
  const pagesWithHits = new Set<number>();
  const scored = (score: number, most = ceiling): number => most * (score / (1 + score));
  for (const unit of index.units) {
    const found = unit.page === unit.id ? pageHit(unit, required) : sectionHit(unit, required);
    if (found === undefined) continue;
    const isCalled = call !== undefined && unit.kind === 'operation' && isSameCall(index, unit, call);
    const factor =
      (1 + adjacency[unit.id]!) * KIND_WEIGHTS[unit.kind] * rateTitle(index, unit, all) * (isCalled ? CALL_WEIGHT : 1);
    const { type, isNamed } = found;
    const isNamedByMost = isLax && isNamed && required.length > 1;
    const most = isNamedByMost ? Math.max(ceiling, NAMED_BY_MOST_CEILING) : ceiling;
    const score = scored((found.score + optionalScore(unit, optional)) * factor, most);
    hits.push({ unit, type, page: index.units[unit.page]!, score, isNamed, isLax, missing, terms });
    pagesWithHits.add(unit.page);
  }
  for (const { unit, type, page, score } of scatteredHits(index, required, pagesWithHits))
    hits.push({ unit, type, page, score: scored(score), isNamed: false, isLax: true, missing, terms });
  return hits;
}

interface Found {
  readonly type: ResultType;
  readonly score: number;
  readonly isNamed: boolean;
}

function pageHit(page: Unit, required: readonly FoundTerm[]): Found | undefined {
  let own = 0;
  let isNamed = true;
  let score = 0;
  for (const { weights, places, rarity } of required) {
    const place = places[page.id]!;
    if (place === 0) return undefined;
    if ((place & (PLACES.title | PLACES.named | PLACES.text)) !== 0) own++;
    isNamed &&=
      (place & (PLACES.title | PLACES.named)) === 0
        ? place === PLACES.above
        : weights[page.id]! >= MIN_NEARNESS * FIELD_WEIGHTS.keywords;
    score += rarity * weights[page.id]!;
  }
  return own === 0 ? undefined : { type: RESULT_TYPES.page, score, isNamed };
}

function sectionHit(unit: Unit, required: readonly FoundTerm[]): Found | undefined {
  let own = 0;
  let score = 0;
  for (const { weights, places, rarity } of required) {
    const place = places[unit.id]!;
    const placeInPage = places[unit.page]! & ~PLACES.text;
    if (place === 0 && placeInPage === 0) return undefined;
    if ((place & (PLACES.title | PLACES.text)) !== 0) own++;
    score += rarity * (place === 0 ? PAGE_TITLE_WEIGHT * Math.min(1, weights[unit.page]! / 10) : weights[unit.id]!);
  }
  return own === 0 ? undefined : { type: typeOfSection(unit, required), score, isNamed: false };
}

function optionalScore(unit: Unit, optional: readonly FoundTerm[]): number {
  let sum = 0;
  for (const { weights, rarity } of optional) sum += (rarity * weights[unit.id]!) / 2;
  return sum;
}

/** Rates a title: fully if every word is in the query, half for one word of a long title. */
function rateTitle(index: SearchIndex, unit: Unit, finds: readonly FoundTerm[]): number {
  const field = index.fields[unit.firstField]!;
  let inTitle = 0;
  for (const { places } of finds) if ((places[unit.id]! & PLACES.title) !== 0) inTitle++;
  if (inTitle === 0) return 1;
  let words = 0;
  for (let position = field.start; position < field.end; position++) {
    const number = index.numbers[position]!;
    if (number >= index.firstWord && number <= index.lastWord && index.folded[number]!.length > 2) words++;
  }
  return 0.5 + 0.5 * Math.min(1, inTitle / Math.max(1, words));
}

type Scattered = Pick<Hit, 'unit' | 'type' | 'page' | 'score'>;

/** Returns pages that have all required terms, but not in one title or section. */
function scatteredHits(
  index: SearchIndex,
  required: readonly FoundTerm[],
  pagesWithHits: ReadonlySet<number>,
): Scattered[] {
  if (required.length < 2) return [];
  const hits: Scattered[] = [];
  // Units are ordered by page, each before its sections.
  for (let start = 0, end = 0; start < index.units.length; start = end) {
    for (end = start + 1; index.units[end]?.page === start; end++);
    if (pagesWithHits.has(start)) continue;
    const best = bestPart(required, start, end);
    if (best === undefined) continue;
    const [page, unit] = [index.units[start]!, index.units[best.place]!];
    const type = unit === page ? RESULT_TYPES.page : typeOfSection(unit, required);
    hits.push({ unit, type, page, score: best.score * SCATTERED_WEIGHT });
  }
  return hits;
}

function bestPart(
  required: readonly FoundTerm[],
  start: number,
  end: number,
): { place: number; score: number } | undefined {
  for (const { places } of required) {
    let place = start;
    while (place < end && places[place] === 0) place++;
    if (place === end) return undefined;
  }
  let best = { place: start, score: 0 };
  for (let place = start; place < end; place++) {
    let score = 0;
    for (const { weights, rarity } of required) score += rarity * weights[place]!;
    if (score > best.score) best = { place, score };
  }
  return best;
}

function typeOfSection(unit: Unit, finds: readonly FoundTerm[]): ResultType {
  if (unit.kind === 'field') return RESULT_TYPES.field;
  if (unit.kind === 'errorCode') return RESULT_TYPES.errorCode;
  const isInTitle = finds.some(({ places }) => (places[unit.id]! & PLACES.title) !== 0);
  return isInTitle ? RESULT_TYPES.heading : RESULT_TYPES.content;
}
