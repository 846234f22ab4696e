import type { Hit } from './hit';

/** One query with the requested fields. */
export interface Question extends Record<string, unknown> {
  readonly indexName: string;
  readonly query: string;
}

export interface Answer {
  readonly hits: readonly Hit[];
  readonly nbHits: number;
}

/** A search engine: Algolia or the site's own index. */
export type Ask = (question: Question) => Promise<Answer>;
