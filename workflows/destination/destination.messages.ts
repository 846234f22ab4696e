import { defineQuery, defineSignal } from '@temporalio/workflow';
import { signals } from '../../domain/workflow-messages';

export interface DestinationInput {
  destinationID: string;
  /** Whether the destination is authorised at once or waits for an operator's signal `approve`. */
  authorisation: 'automatic' | 'operator';
}

/** What the workflow answers to the query `state`. */
export interface DestinationState {
  status: 'Unauthorized' | 'Authorized';
  /** What it waits for, in words. */
  waitingFor: string | null;
}

export const approved = defineSignal(signals.destinationApproved);
export const stateQuery = defineQuery<DestinationState>('state');
