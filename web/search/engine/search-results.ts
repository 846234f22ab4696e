import type { Term } from './match-words';
import type { Unit } from './search-index';

/** What a result shows: a page, or a place in a page by its heading, text, field or error. */
export type ResultType = 0 | 1 | 2 | 3 | 4;
export const RESULT_TYPES = { page: 0, heading: 1, content: 2, field: 3, errorCode: 4 } as const;

/** One result, ordered and marked as a child of the page before it where it is one. */
export interface SearchResult {
  readonly unit: Unit;
  readonly type: ResultType;
  readonly page: Unit;
  readonly score: number;
  /** A page whose names – title, operation, path – have every word of the query, or a form of it. */
  readonly isNamed: boolean;
  /** Found only by a laxer reading: with a word left out, or with the words scattered over the page. */
  readonly isLax: boolean;
  /** Words of the query that it was found without, because nothing has them all. */
  readonly missing: readonly string[];
  /** The terms that were found, for marking them in what is shown. */
  readonly terms: readonly Term[];
  /** Its page is further up and the next result has the same page. */
  readonly isInterOfTree: boolean;
  /** Its page is further up and it is the last with this page. */
  readonly isLastOfTree: boolean;
}

/** A result before it is put in order. */
export type Hit = Omit<SearchResult, 'isInterOfTree' | 'isLastOfTree'>;
