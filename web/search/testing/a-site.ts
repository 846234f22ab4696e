import searchTerms from '../../../content/search-terms.json';
import { buildSearchIndex } from '../builder/build-search-index';
import type { PageDocument, SectionDocument } from '../engine/documents';
import { openSearchIndex, type SearchIndex, type SearchIndexFile } from '../engine/search-index';

export function aPage(page: Partial<PageDocument> & { url: string; title: string }): PageDocument {
  return { kind: 'guide', breadcrumbs: ['Документация'], sections: [], ...page };
}

export function aSection(title: string, text = '', rest: Partial<SectionDocument> = {}): SectionDocument {
  return { kind: 'heading', hash: title.toLowerCase().replaceAll(' ', '-'), title, text, ...rest };
}

export function anOperation(call: string, operationId: string, title: string): PageDocument {
  const [method = '', path = ''] = call.split(' ');
  return aPage({
    url: `/api/wallets/${operationId}`,
    title,
    kind: 'operation',
    breadcrumbs: ['API', 'API кошельков'],
    operation: { method, path, operationId },
  });
}

export function anIndexOf(...pages: PageDocument[]): SearchIndex {
  return anIndexOfTerms(searchTerms.synonyms, ...pages);
}

export function anIndexOfTerms(synonyms: readonly string[], ...pages: PageDocument[]): SearchIndex {
  return openSearchIndex(JSON.parse(JSON.stringify(buildSearchIndex(pages, { synonyms }))) as SearchIndexFile);
}
