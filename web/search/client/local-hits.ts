import type { SearchIndex } from '../engine/search-index';
import { search, RESULT_TYPES } from '../engine/search';
import { escapeHtml, showResult, type ShownResult } from '../engine/show-result';
import { tokenize } from '../engine/tokenize';
import { BREADCRUMB_SEPARATOR, mainLine, missingWords, placeLine } from '../markup/result-lines';
import { targetUrl } from '../markup/target-url';
import { createHit, type SearchHit } from './hit';

const MAX_RESULTS = 8;
const GROUP = 'Результаты';

/**
 * Converts results of the site's own index to Algolia's form. They form one group, because DocSearch would reorder several;
 * its heading lists omitted words.
 */
export function localHits(index: SearchIndex, query: string, base: string): SearchHit[] {
  const tokens = tokenize(query);
  const results = search(index, query, { limit: MAX_RESULTS }).map((result) => showResult(result));
  const group = missingWords(results) || GROUP;
  const titleOf = uniqueTitles(results);
  return results.map((shown, place) =>
    getHit(shown, {
      objectID: `local-${place}`,
      url: base + targetUrl(shown.url, tokens),
      group,
      title: titleOf(shown),
    }),
  );
}

/** Adds the path to titles that several pages share, because DocSearch would merge those pages. */
function uniqueTitles(results: readonly ShownResult[]): (shown: ShownResult) => string {
  const pages = new Map<string, { title: string; path: string }>();
  for (const { result, titleHtml, pageTitle, breadcrumbs } of results) {
    const title = result.type === 0 ? withoutTags(titleHtml) : pageTitle;
    const { url } = result.unit.page;
    const path = [...breadcrumbs, url].join(BREADCRUMB_SEPARATOR);
    if (!pages.has(url)) pages.set(url, { title, path });
  }
  const isShared = (title: string): boolean => [...pages.values()].filter((page) => page.title === title).length > 1;
  return ({ result }) => {
    const { title = '', path = '' } = pages.get(result.unit.page.url) ?? {};
    return isShared(title) ? `${title} (${path})` : title;
  };
}

function getHit(shown: ShownResult, own: { objectID: string; url: string; group: string; title: string }): SearchHit {
  const { type } = shown.result;
  const line = mainLine(shown);
  const isText = type === RESULT_TYPES.content;
  if (type === RESULT_TYPES.page)
    return createHit({
      ...own,
      titleHtml: line,
      contentHtml: placeLine(shown),
      content: withoutTags(placeLine(shown)),
    });
  return createHit({
    ...own,
    titleHtml: escapeHtml(own.title),
    ...(isText
      ? { isText, contentHtml: line, content: withoutTags(line) }
      : { place: withoutTags(line), placeHtml: line }),
  });
}

function withoutTags(html: string): string {
  return html.replace(/<[^>]*>/g, '');
}
