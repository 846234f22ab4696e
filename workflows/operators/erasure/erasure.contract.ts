import type { ErasureState } from '../../../domain/operators/person/erasure.machine';

export interface ErasureInput {
  erasureID: string;
}

/** Activities of the erasure of a person. */
export interface ErasureActivities {
  /** Searches and erases for some seconds. Idempotent. */
  advanceErasure(erasureID: string): Promise<{ state: ErasureState; next: 'continue' | 'wait' | 'end' }>;
}
