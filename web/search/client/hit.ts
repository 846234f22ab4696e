import type { DocSearchProps } from '@docsearch/react';
import { resultsUrl } from '../markup/target-url';
import type { SearchPlaces } from './search-places';

export type SearchHit = Parameters<NonNullable<DocSearchProps['transformItems']>>[0][number];

interface HitParts {
  readonly objectID: string;
  readonly url: string;
  readonly group: string;
  /** The page's title, by which DocSearch groups results of a page. */
  readonly title: string;
  readonly titleHtml: string;
  /** The heading or field, for a place in a page. */
  readonly place?: string;
  readonly placeHtml?: string;
  /** The second line of a page, or the matching text. */
  readonly content?: string;
  readonly contentHtml?: string;
  readonly isText?: boolean;
}

export function createHit(parts: HitParts): SearchHit {
  const { objectID, url, group, title, titleHtml, place, placeHtml = '', content, contentHtml = '' } = parts;
  const none = { lvl3: null, lvl4: null, lvl5: null, lvl6: null };
  const snippets = {
    hierarchy: { lvl1: snippet(titleHtml), lvl2: snippet(placeHtml) },
    content: snippet(contentHtml),
  };
  return {
    objectID,
    url,
    url_without_anchor: url.split('#')[0] ?? '',
    anchor: url.split('#')[1] ?? null,
    type: parts.isText ? 'content' : place === undefined ? 'lvl1' : 'lvl2',
    content: content ?? null,
    hierarchy: { lvl0: group, lvl1: title, lvl2: place ?? null, ...none },
    _highlightResult: { hierarchy: { lvl0: snippet(group) } } as unknown as SearchHit['_highlightResult'],
    _snippetResult: snippets as unknown as SearchHit['_snippetResult'],
  };
}

/** The entry that links to the search page when no engine responds. */
export function searchPageHit(query: string, { searchPage, version }: SearchPlaces): SearchHit {
  return createHit({
    objectID: 'search-page',
    url: resultsUrl(searchPage, { query, version }),
    group: 'Поиск пока не загрузился',
    title: 'Искать на странице поиска',
    titleHtml: 'Искать на странице поиска',
  });
}

function snippet(value: string): { value: string; matchLevel: 'full'; matchedWords: string[] } {
  return { value, matchLevel: 'full', matchedWords: [] };
}
