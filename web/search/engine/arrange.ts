import { RESULT_TYPES, type Hit, type SearchResult } from './search-results';

interface Group {
  readonly hits: readonly Hit[];
  /** 0: a page found by name, 1: a place in a page or a page named by most words, 2: found only by a laxer plan. */
  readonly rank: 0 | 1 | 2;
  readonly score: number;
}

export function arrange(hits: readonly Hit[]): SearchResult[] {
  const byPage = new Map<number, Hit[]>();
  for (const hit of hits) byPage.set(hit.page.id, [...(byPage.get(hit.page.id) ?? []), hit]);
  for (const [page, own] of byPage) byPage.set(page, withPage(own));
  const groups = [...byPage.values()].map(getGroup).sort((a, b) => a.rank - b.rank || b.score - a.score);
  return groups.flatMap((group) => getTree(group.hits));
}

/** Adds the page before places whose page was not found on its own. */
function withPage(hits: readonly Hit[]): Hit[] {
  const [first] = hits;
  if (first === undefined || hits.some((hit) => !isPlace(hit) || hit.unit.id === hit.page.id)) return [...hits];
  return [{ ...first, unit: first.page, type: RESULT_TYPES.page, isNamed: false }, ...hits];
}

function getGroup(hits: readonly Hit[]): Group {
  const strict = hits.filter((hit) => !hit.isLax);
  const inOrder = [...hits].sort((a, b) => Number(isPlace(a)) - Number(isPlace(b)) || b.score - a.score);
  const rank = strict.some((hit) => hit.isNamed) ? 0 : strict.length > 0 || hits.some(isNamedByMost) ? 1 : 2;
  return { hits: inOrder, rank, score: Math.max(...hits.map((hit) => hit.score)) };
}

function isNamedByMost({ isNamed, terms, missing }: Hit): boolean {
  return isNamed && terms.length - missing.length > 1;
}

function getTree(hits: readonly Hit[]): SearchResult[] {
  const hasPage = hits[0]?.type === RESULT_TYPES.page;
  return hits.map((hit, place) => {
    const isInTree = hasPage && place > 0;
    const isLast = place === hits.length - 1;
    return { ...hit, isInterOfTree: isInTree && !isLast, isLastOfTree: isInTree && isLast };
  });
}

function isPlace(hit: Hit): boolean {
  return hit.type !== RESULT_TYPES.page;
}
