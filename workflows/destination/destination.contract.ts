import { defineQuery, defineSignal } from '@temporalio/workflow';
import type { DestinationStatus } from '../../domain/destination/destination.machine';
import { signals } from '../../domain/workflow-messages';

/** What a destination's workflow is started with. */
export interface DestinationInput {
  destinationID: string;
  /** Whether the destination is authorised at once or waits for an operator's signal `approve`. */
  authorisation: 'automatic' | 'operator';
}

/** What the workflow answers to the query `state`. */
export interface DestinationState {
  status: DestinationStatus;
  /** What it waits for, in words. */
  waitingFor: string | null;
}

/** What the workflow needs of the world. */
export interface DestinationActivities {
  /** Authorises the destination. Harmless when repeated. */
  authoriseDestination(destinationID: string): Promise<DestinationStatus>;
}

export const approved = defineSignal(signals.destinationApproved);
export const stateQuery = defineQuery<DestinationState>('state');
