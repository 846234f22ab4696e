import type { Hit } from './hit';

export interface Question extends Record<string, unknown> {
  readonly indexName: string;
  readonly query: string;
}

export interface Answer {
  readonly hits: readonly Hit[];
  readonly nbHits: number;
}

export type Ask = (question: Question) => Promise<Answer>;
