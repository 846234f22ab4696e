import type { Term } from './match-words';
import type { Unit } from './search-index';

export type ResultType = 0 | 1 | 2 | 3 | 4;
export const RESULT_TYPES = { page: 0, heading: 1, content: 2, field: 3, errorCode: 4 } as const;

export interface SearchResult {
  readonly unit: Unit;
  readonly type: ResultType;
  readonly page: Unit;
  readonly score: number;
  /** A page whose title, operation or path has every query word or a form of it. */
  readonly isNamed: boolean;
  /** Found only by a laxer plan: with an omitted word, or with words in different sections. */
  readonly isLax: boolean;
  readonly missing: readonly string[];
  readonly terms: readonly Term[];
  /** Its page is above and the next result has the same page. */
  readonly isInterOfTree: boolean;
  /** Its page is above and it is the page's last result. */
  readonly isLastOfTree: boolean;
}

export type Hit = Omit<SearchResult, 'isInterOfTree' | 'isLastOfTree'>;
