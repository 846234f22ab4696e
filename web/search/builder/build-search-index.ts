import { transliterate } from '../../guides/heading-ids';
import { createHash } from 'node:crypto';
import { PAGE_KINDS, SECTION_KINDS, type PageDocument, type SectionDocument } from '../engine/documents';
import { type SearchIndexFile } from '../engine/index-format';
import { WORD } from '../engine/identifier-parts';
import { TextWriter } from './text-writer';

/** Names of letters, humps and underscores; excludes generated ids and tokens of samples. */
const NAME = /^(?!.*(?:\d\p{L}|\p{L}\d).*(?:\d\p{L}|\p{L}\d))\p{L}[\p{L}\p{N}_-]{2,30}$/u;

export function buildSearchIndex(
  pages: readonly PageDocument[],
  options: { synonyms?: readonly string[] } = {},
): SearchIndexFile {
  const sections = pages.flatMap((page) => page.sections.filter(isFindable));
  const fields = pages.flatMap((page) => [
    page.title,
    page.description ?? '',
    getKeywords(page),
    page.breadcrumbs.join(' › '),
    ...page.sections.filter(isFindable).flatMap((section) => [section.title, section.text, getCodeNames(section)]),
  ]);
  const contents = {
    ...new TextWriter(fields).write(),
    urls: pages.map((page) => page.url),
    pageKinds: pages.map((page) => PAGE_KINDS.indexOf(page.kind)).join(''),
    sectionCounts: pages.map((page) => page.sections.filter(isFindable).length),
    sectionKinds: sections.map((section) => SECTION_KINDS.indexOf(section.kind)).join(''),
    hashes: sections.map((section) => (section.hash === transliterate(section.title) ? null : section.hash)),
    synonyms: options.synonyms ?? [],
  };
  return { format: 1, version: getVersion(contents), ...contents };
}

function isFindable(section: SectionDocument): boolean {
  return section.title.trim() !== '' || section.text.trim() !== '';
}

function getCodeNames({ code = '', text }: SectionDocument): string {
  const known = new Set(text.match(WORD));
  const names = (code.match(WORD) ?? []).filter((name) => !known.has(name) && NAME.test(name));
  return [...new Set(names)].join(' ');
}

function getKeywords(page: PageDocument): string {
  const { operation, keywords = [] } = page;
  const names = operation === undefined ? [] : [operation.method.toUpperCase(), operation.path, operation.operationId];
  return [...names, ...keywords].join(' ');
}

function getVersion(contents: object): string {
  return createHash('sha256').update(JSON.stringify(contents)).digest('hex').slice(0, 8);
}
