import MiniSearch from 'minisearch';
import { fromColumns, type RowColumns } from './columns';
import type { PageDocument, PageKind, SectionDocument, SectionKind } from './documents';
import { splitWords, toTerm } from './words';

export interface SearchIndexFile {
  /** Eight hexadecimal digits, as in the address. */
  readonly version: string;
  /** With the number of their sections. */
  readonly pages: RowColumns<Omit<PageDocument, 'sections'> & { readonly sections: number }>;
  /** Of all pages, in their order; a title that ends the hash is left out. */
  readonly sections: RowColumns<IndexedSection>;
  /** Groups of words, separated by spaces. */
  readonly synonyms: readonly string[];
}

export type IndexedSection = Omit<SectionDocument, 'title'> & Partial<Pick<SectionDocument, 'title'>>;

/** A page, or a place in one. */
export interface Unit {
  readonly id: number;
  readonly kind: PageKind | SectionKind;
  readonly page: PageDocument;
  readonly isPage: boolean;
  readonly url: string;
  readonly title: string;
  readonly text: string;
  /** Names of code samples. */
  readonly code: string;
}

export const FIELD_WEIGHTS = { title: 10, keywords: 8, heading: 7, text: 2.5, code: 0.7, above: 1.5, kind: 1 };

type Field = keyof typeof FIELD_WEIGHTS;
type IndexedUnit = { readonly id: number } & Readonly<Record<Field, string>>;

export interface SearchIndex {
  readonly units: readonly Unit[];
  readonly engine: MiniSearch<IndexedUnit>;
  /** All terms of the texts. */
  readonly terms: ReadonlySet<string>;
  /** Groups of terms. */
  readonly synonyms: ReadonlyArray<readonly string[]>;
}

/** Words that a query may use for a kind of unit: «ошибка 409», «поле dueDate». */
const KIND_NAMES: Readonly<Partial<Record<Unit['kind'], string>>> = {
  errorCode: 'ошибка код error',
  field: 'поле параметр field',
  operation: 'метод операция запрос api',
  event: 'событие вебхук webhook event',
};

/** Indexes the pages where they are searched: their texts are smaller than an index of them, and needed for quotes. */
export function openSearchIndex({ pages, sections, synonyms }: SearchIndexFile): SearchIndex {
  const terms = new Set<string>();
  const engine = new MiniSearch<IndexedUnit>({
    fields: Object.keys(FIELD_WEIGHTS),
    tokenize: splitWords,
    processTerm: (word) => {
      const term = toTerm(word);
      terms.add(term);
      return term;
    },
  });
  const places = fromColumns<IndexedSection>(sections).map((section) => ({ title: lastName(section), ...section }));
  const documents = fromColumns(pages).map((page) => ({ ...page, sections: places.splice(0, page.sections) }));
  const units = documents.flatMap(getUnits).map((unit, id) => ({ ...unit, id }));
  engine.addAll(units.map(toIndexed));
  return { units, engine, terms, synonyms: synonyms.map((group) => [...new Set(splitWords(group).map(toTerm))]) };
}

/** Returns the name of the field at a hash: of `payer.email` the name is `email`. */
export function lastName({ hash }: Pick<SectionDocument, 'hash'>): string {
  return hash.slice(hash.lastIndexOf('.') + 1);
}

function getUnits(page: PageDocument): Omit<Unit, 'id'>[] {
  const { url, title, kind, description = '', sections } = page;
  return [
    { page, isPage: true, kind, url, title, text: description, code: '' },
    ...sections.map(({ kind: ofSection, hash, title: heading, text, code = '' }) => ({
      ...{ page, isPage: false, kind: ofSection, title: heading, text, code },
      url: hash === '' ? url : `${url}#${encodeURIComponent(hash)}`,
    })),
  ];
}

function toIndexed({ id, page, isPage, title, text, code, kind }: Unit): IndexedUnit {
  const { operation, keywords = [], breadcrumbs } = page;
  const named = operation ? [operation.method, operation.path, operation.operationId, ...keywords] : keywords;
  const names = named.join(' ');
  return {
    ...{ id, text, code },
    title: isPage ? title : '',
    heading: isPage ? '' : title,
    keywords: isPage ? names : '',
    above: isPage ? breadcrumbs.join(' ') : `${page.title} ${names}`,
    kind: KIND_NAMES[kind] ?? '',
  };
}

/** Returns an index's address: by language and context, with its hash in the query. */
export function searchIndexUrl(place: {
  baseUrl: string;
  language: string;
  version?: string;
  context?: string;
  hash: string;
}): string {
  const folder = [place.language, place.version ?? ''].filter(Boolean).join('/');
  const context = place.context === undefined || place.context === '' ? '' : `-${place.context.replaceAll('/', '-')}`;
  return `${place.baseUrl}${folder}/search-index${context}.json?_=${place.hash}`;
}
