import type { IndexSettings } from 'algoliasearch';
import { siteConfig } from '../../site.config';
import type { PageDocument, SectionDocument } from '../engine/documents';

type Level = `lvl${0 | 1 | 2 | 3 | 4 | 5 | 6}`;

export interface AlgoliaRecord {
  readonly objectID: string;
  readonly url: string;
  readonly url_without_anchor: string;
  readonly anchor: string | null;
  readonly type: 'lvl1' | 'lvl2' | 'content';
  readonly content: string | null;
  readonly hierarchy: Readonly<Record<Level, string | null>>;
  readonly lang: string;
  readonly version: string;
  readonly weight: { readonly pageRank: number; readonly level: number; readonly position: number };
}

/** Longer contents are cut: Algolia rejects records over 10 KB. */
const MAX_CONTENT_LENGTH = 4000;
const LEVEL_WEIGHTS = { lvl1: 100, lvl2: 80, content: 0 } as const;

export function algoliaRecords(
  pages: readonly PageDocument[],
  options: { siteUrl: string; version: string },
): AlgoliaRecord[] {
  return pages.flatMap((page) => {
    const { operation, description = '' } = page;
    const call =
      operation === undefined ? '' : `${operation.method.toUpperCase()} ${operation.path} ${operation.operationId}. `;
    const own = getRecord({ page, options, place: 0, section: undefined, content: `${call}${description}` });
    const sections = page.sections.map((section, place) =>
      getRecord({ page, options, place: place + 1, section, content: section.text }),
    );
    return [own, ...sections];
  });
}

function getRecord(input: {
  page: PageDocument;
  options: { siteUrl: string; version: string };
  place: number;
  section: SectionDocument | undefined;
  content: string;
}): AlgoliaRecord {
  const { page, options, place, section } = input;
  const anchor = section?.hash ? section.hash : null;
  const content = input.content.trim().slice(0, MAX_CONTENT_LENGTH);
  const type = section === undefined ? 'lvl1' : content === '' ? 'lvl2' : 'content';
  const address = `${options.siteUrl}${page.url}`;
  return {
    objectID: `${options.version}:${page.url}#${place}`,
    url: anchor === null ? address : `${address}#${anchor}`,
    url_without_anchor: address,
    anchor,
    type,
    content: content === '' ? null : content,
    hierarchy: {
      lvl0: page.breadcrumbs.at(-1) ?? page.title,
      lvl1: page.title,
      lvl2: section?.title ? section.title : null,
      lvl3: null,
      lvl4: null,
      lvl5: null,
      lvl6: null,
    },
    lang: siteConfig.locale,
    version: options.version,
    weight: { pageRank: page.kind === 'guide' ? 10 : 0, level: LEVEL_WEIGHTS[type], position: place },
  };
}

/** Index settings: DocSearch's defaults, in Russian, with ё folded to е. */
export const ALGOLIA_SETTINGS = {
  attributesForFaceting: ['type', 'lang', 'version'],
  attributesToRetrieve: ['hierarchy', 'content', 'anchor', 'url', 'url_without_anchor', 'type'],
  attributesToHighlight: ['hierarchy', 'content'],
  attributesToSnippet: ['content:10'],
  searchableAttributes: [
    'unordered(hierarchy.lvl1)',
    'unordered(hierarchy.lvl2)',
    'content',
    'unordered(hierarchy.lvl0)',
  ],
  camelCaseAttributes: ['hierarchy', 'content'],
  customRanking: ['desc(weight.pageRank)', 'desc(weight.level)', 'asc(weight.position)'],
  indexLanguages: ['ru', 'en'],
  queryLanguages: ['ru', 'en'],
  ignorePlurals: true,
  removeStopWords: true,
  highlightPreTag: '<span class="algolia-docsearch-suggestion--highlight">',
  highlightPostTag: '</span>',
  distinct: true,
  attributeForDistinct: 'url',
  minWordSizefor1Typo: 4,
} satisfies IndexSettings;
