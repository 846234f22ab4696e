import { defineQuery } from '@temporalio/workflow';

/** What a refund's workflow is started with. */
export interface RefundInput {
  invoiceID: string;
  paymentID: string;
  refundID: string;
  /** Whether an earlier run was lost, which may have asked the provider already. */
  isRevived?: true;
}

/** What the workflow answers to the query `state`. */
export interface RefundState {
  status: 'pending' | 'succeeded' | 'failed';
}

export const stateQuery = defineQuery<RefundState>('state');
