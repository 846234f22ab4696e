import { defineQuery, defineSignal } from '@temporalio/workflow';
import { signals } from '../../domain/workflow-messages';

/** What a binding's workflow is started with: ids and dates only, because histories are public to operators. */
export interface BindingInput {
  customerID: string;
  bindingID: string;
  /** ISO 8601. */
  deadline: string;
  /** Whether an earlier run was lost, which may have asked the provider already. */
  isRevived?: true;
}

export type BindingStatus = 'pending' | 'succeeded' | 'failed';

/** What the workflow answers to the query `state`. */
export interface BindingState {
  status: BindingStatus;
  /** What it waits for, in words. */
  waitingFor: string | null;
}

export const interactionEnded = defineSignal(signals.interactionEnded);
export const stateQuery = defineQuery<BindingState>('state');
