import { createHash } from 'node:crypto';
import { toColumns } from '../engine/columns';
import type { PageDocument, SectionDocument } from '../engine/documents';
import { WORD } from '../engine/identifier-parts';
import { INVISIBLE, widthForms } from '../engine/normalise';
import { lastName, type IndexedSection, type SearchIndexFile } from '../engine/search-index';

/** Latin names of letters, humps and underscores; excludes words of comments, generated ids and tokens of samples. */
const NAME = /^(?!.*(?:\d[a-z]|[a-z]\d).*(?:\d[a-z]|[a-z]\d))[a-z][\w-]{2,30}$/i;

export function buildSearchIndex(
  documents: readonly PageDocument[],
  { synonyms = [] }: { synonyms?: readonly string[] } = {},
): SearchIndexFile {
  const pages = documents.map((page) => ({
    ...page,
    title: clean(page.title),
    ...(page.description && { description: clean(page.description) }),
    sections: page.sections.map(toIndexed).filter(({ title, text }) => title !== '' || text !== ''),
  }));
  const contents = {
    pages: toColumns(pages.map((page) => ({ ...page, sections: page.sections.length }))),
    sections: toColumns<IndexedSection>(pages.flatMap(({ sections }) => sections.map(withoutKnownTitle))),
    synonyms,
  };
  const version = createHash('sha256').update(JSON.stringify(contents)).digest('hex').slice(0, 8);
  return { version, ...contents };
}

/** Of code samples only the names are kept that the text has not. */
function toIndexed(section: SectionDocument): SectionDocument {
  const { code = '', ...rest } = { ...section, title: clean(section.title), text: clean(section.text) };
  const known = new Set(rest.text.match(WORD));
  const names = new Set((code.match(WORD) ?? []).filter((name) => !known.has(name) && NAME.test(name)));
  return names.size === 0 ? rest : { ...rest, code: [...names].join(' ') };
}

function withoutKnownTitle({ title, ...section }: SectionDocument): IndexedSection {
  return title === lastName(section) ? section : { ...section, title };
}

function clean(text: string): string {
  return widthForms(text.normalize())
    .replace(INVISIBLE, '')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();
}
