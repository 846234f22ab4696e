import type { Hit } from './hit';

/** One query of the box, with what it wishes to get back. */
export interface Question extends Record<string, unknown> {
  readonly indexName: string;
  readonly query: string;
}

/** What the box shows. */
export interface Answer {
  readonly hits: readonly Hit[];
  readonly nbHits: number;
}

/** An engine: Algolia, or the site's own index. */
export type Ask = (question: Question) => Promise<Answer>;
