import searchTerms from 'virtual:search-terms';
import { apiReferences } from '../../app/reference/references.server';
import { versions } from '../../app/site/docs.server';
import { siteConfig } from '../../site.config';
import { buildSearchIndex } from '../builder/build-search-index';
import { siteDocuments } from '../builder/site-documents';
import type { PageDocument } from '../engine/documents';
import { openSearchIndex, searchIndexUrl, type SearchIndex, type SearchIndexFile } from '../engine/search-index';

interface SiteIndex {
  readonly file: SearchIndexFile;
  readonly index: SearchIndex;
  readonly url: string;
}

const indexes = new Map<string, SiteIndex>();

export function siteIndex(version?: string): SiteIndex {
  const named = versions.find(({ name, isDefault }) => name === version && !isDefault);
  const key = named?.name ?? '';
  let found = indexes.get(key);
  if (found === undefined) {
    const file = buildSearchIndex(getDocuments(named?.name), { synonyms: searchTerms.synonyms });
    const url = searchIndexUrl({
      baseUrl: siteConfig.baseUrl,
      language: siteConfig.locale,
      version: key,
      hash: file.version,
    });
    indexes.set(key, (found = { file, index: openSearchIndex(file), url }));
  }
  return found;
}

export function getDocuments(version?: string): PageDocument[] {
  const chosen = versions.find(({ name }) => name === version) ?? versions.find(({ isDefault }) => isDefault);
  return siteDocuments(chosen, [...apiReferences().values()], searchTerms);
}

export function searchIndexFiles(): { path: string; text: string }[] {
  return versions.map(({ name }) => {
    const { file, url } = siteIndex(name);
    return { path: new URL(url, 'http://site').pathname.slice(siteConfig.baseUrl.length), text: JSON.stringify(file) };
  });
}

export function searchContexts(): { value: string; label: string }[] {
  return [
    { value: 'docs', label: 'Руководства' },
    ...siteConfig.specifications.map(({ route, title }) => ({ value: `api/${route}`, label: title })),
  ];
}
