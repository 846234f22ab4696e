import { defineQuery } from '@temporalio/workflow';
import type { RefundRef } from '../../domain/refund/refund';
import type { RefundStatus } from '../../domain/refund/refund.machine';

/** What a refund's workflow is started with. */
export interface RefundInput extends RefundRef {
  /** Whether an earlier run was lost, which may have asked the connector already. */
  isRestart?: true;
}

/** What the workflow answers to the query `state`. */
export interface RefundState {
  status: RefundStatus;
}

/** What the workflow needs of the world. Each is idempotent: the operation's id is known on both sides. */
export interface RefundActivities {
  /** Asks the connector for the refund and records its answer. Fails, retryably, where there is none. */
  refund(input: RefundInput): Promise<RefundStatus>;
  /** As `refund`, after an attempt without an answer: what the connector already did is found out first. */
  refundAfterLookUp(input: RefundInput): Promise<RefundStatus>;
}

export const stateQuery = defineQuery<RefundState>('state');
