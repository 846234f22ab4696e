import type { SearchIndex } from '../engine/search-index';
import { search } from '../engine/search';
import { escapeHtml, showResult, type ShownResult } from '../engine/show-result';
import { tokenize } from '../engine/tokenize';
import { mainLine } from '../markup/suggestions-html';
import { targetUrl } from '../markup/target-url';

const RESULTS = 20;

/** What the site's own index finds, in the shape of Algolia's answer. */
export function localHits(index: SearchIndex, query: string, base: string): Record<string, unknown>[] {
  const tokens = tokenize(query);
  return search(index, query, { limit: RESULTS }).map((result, place) => {
    const shown = showResult(index, result);
    return hitOf(shown, { objectID: `local-${place}`, url: base + targetUrl(shown.url, tokens) });
  });
}

function hitOf(shown: ShownResult, own: { objectID: string; url: string }): Record<string, unknown> {
  const isPage = shown.result.type === 0;
  const [lvl0, lvl1] = [
    shown.breadcrumbs.at(-1) ?? 'Документация',
    isPage ? shown.titleHtml : escapeHtml(shown.pageTitle),
  ];
  const lvl2 = isPage ? null : mainLine(shown);
  const hierarchy = { lvl0: escapeHtml(lvl0), lvl1, lvl2, lvl3: null, lvl4: null, lvl5: null, lvl6: null };
  const highlighted = Object.fromEntries(
    Object.entries(hierarchy)
      .filter(([, value]) => value !== null)
      .map(([level, value]) => [level, { value, matchLevel: 'full', matchedWords: [] }]),
  );
  return {
    ...own,
    url_without_anchor: own.url.split('#')[0],
    anchor: own.url.split('#')[1] ?? null,
    type: isPage ? 'lvl1' : 'lvl2',
    content: null,
    hierarchy: { ...hierarchy, lvl0, lvl1: withoutTags(lvl1), lvl2: lvl2 === null ? null : withoutTags(lvl2) },
    _highlightResult: { hierarchy: highlighted },
    _snippetResult: { hierarchy: highlighted },
  };
}

function withoutTags(html: string): string {
  return html.replace(/<[^>]*>/g, '');
}
