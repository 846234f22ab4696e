import { defineQuery } from '@temporalio/workflow';

/** What a withdrawal's workflow is started with. */
export interface WithdrawalInput {
  withdrawalID: string;
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

export const stateQuery = defineQuery<WithdrawalState>('state');
