import { defineQuery, defineSignal } from '@temporalio/workflow';
import { signals } from '../../domain/workflow-messages';

/** What a withdrawal's workflow is started with. */
export interface WithdrawalInput {
  withdrawalID: string;
  /** Whether an earlier run was lost, which may have asked the provider already. */
  isRevived?: true;
}

/** Where a withdrawal stands. */
export interface WithdrawalStanding {
  status: 'Pending' | 'Succeeded' | 'Failed';
}

/** What the workflow answers to the query `state`. */
export interface WithdrawalState extends WithdrawalStanding {
  /** What it waits for, in words. */
  waitingFor: string | null;
}

export const interactionEnded = defineSignal(signals.interactionEnded);
export const stateQuery = defineQuery<WithdrawalState>('state');
