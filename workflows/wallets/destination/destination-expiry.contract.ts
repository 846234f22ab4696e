import { defineQuery, defineSignal } from '@temporalio/workflow';
import { signals } from '../../../workflow-names/workflow-messages';

/** The result of a batch. */
export interface ExpiryLook {
  expiredCount: number;
  /** Failed changes, which the next batch retries. */
  failedCount: number;
  /** The end of the next authorisation, ISO 8601; null if there is none. */
  nextAt: string | null;
  /** Whether more authorisations may be due now. */
  hasMore: boolean;
}

/** The result of the query `state`. */
export interface ExpiryState {
  /** Since the last continue-as-new. */
  expiredCount: number;
  last: ExpiryLook | null;
}

/** Activities of the expiry workflow. */
export interface ExpiryActivities {
  /** Expires a batch of authorisations whose time is over. Idempotent. */
  expireDestinations(): Promise<ExpiryLook>;
}

/** An authorisation ends before the next scheduled check. */
export const authorisationEndsSoon = defineSignal(signals.authorisationEndsSoon);
export const stateQuery = defineQuery<ExpiryState>('state');
