import { defineQuery, defineSignal } from '@temporalio/workflow';
import type { DestinationStatus } from '../../../domain/wallets/destination/destination.machine';
import { signals } from '../../../workflow-names/workflow-messages';

/** Input of a destination workflow. */
export interface DestinationInput {
  destinationID: string;
  /** Whether it is authorised automatically or waits for an operator's approval. */
  authorisation: 'automatic' | 'operator';
}

/** The result of the query `state`. */
export interface DestinationState {
  status: DestinationStatus;
  /** A description of what it waits for. */
  waitingFor: string | null;
}

/** Activities of destination workflows. */
export interface DestinationActivities {
  /** Authorises the destination if its provider does so automatically, and returns its status. Idempotent. */
  authoriseDestination(destinationID: string): Promise<DestinationStatus>;
}

export const approved = defineSignal(signals.destinationApproved);
export const stateQuery = defineQuery<DestinationState>('state');
