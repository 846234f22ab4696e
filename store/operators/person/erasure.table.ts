import type { ErasureState } from '../../../domain/operators/person/erasure.machine';

/** An erasure of a person. */
export interface RecordedErasure {
  id: string;
  state: ErasureState;
  reason: string;
  requestedBy: string;
  createdAt: Date;
  confirmedBy: string | null;
  finishedAt: Date | null;
}

export const ERASURE = `id, state, reason, requested_by AS "requestedBy", created_at AS "createdAt",
  confirmed_by AS "confirmedBy", finished_at AS "finishedAt"`;

/** The purpose of the encrypted selector. */
export const ERASURE_PERSON = 'erasure-person';
