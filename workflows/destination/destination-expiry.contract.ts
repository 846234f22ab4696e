import { defineQuery, defineSignal } from '@temporalio/workflow';
import { signals } from '../../domain/workflow-messages';

/** What a look has done. */
export interface ExpiryLook {
  expiredCount: number;
  /** How many could not be changed: they are tried again with the next look. */
  failedCount: number;
  /** When the next authorisation ends, ISO 8601; null where none does. */
  nextAt: string | null;
  /** Whether more authorisations may have ended: then to look again at once. */
  hasMore: boolean;
}

/** What the workflow answers to the query `state`. */
export interface ExpiryState {
  /** Since it was continued as new. */
  expiredCount: number;
  /** The last look. */
  last: ExpiryLook | null;
}

/** What the workflow needs of the world. */
export interface ExpiryActivities {
  /** Makes a batch of destinations unauthorised whose authorisation has ended by `asOf` (ISO 8601). Idempotent. */
  expireDestinations(asOf: string): Promise<ExpiryLook>;
}

/** An authorisation ends before the workflow would look again. */
export const authorisationEndsSoon = defineSignal(signals.authorisationEndsSoon);
export const stateQuery = defineQuery<ExpiryState>('state');
