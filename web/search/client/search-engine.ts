import type { SearchHit } from './hit';

export interface SearchQuestion extends Record<string, unknown> {
  readonly indexName: string;
  readonly query: string;
}

export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  readonly nbHits: number;
}

export type SearchEngine = (question: SearchQuestion) => Promise<SearchAnswer>;
