import { defineQuery, defineSignal } from '@temporalio/workflow';
import type { RefundRef } from '../../../domain/payments/refund/refund';
import type { RefundStatus } from '../../../domain/payments/refund/refund.machine';
import { signals } from '../../../workflow-names/workflow-messages';

/** Input of a refund workflow. */
export interface RefundInput extends RefundRef {
  /** Whether the connector may have been called: by an earlier run that was lost, or without an answer by the dispatcher. */
  isRestart?: true;
  /** The refund after the dispatcher's first attempt. */
  first?: RefundState;
}

/** The result of the query `state`. */
export interface RefundState {
  status: RefundStatus;
}

/** Activities of refund workflows, idempotent by operation id. */
export interface RefundActivities {
  /** Requests the refund and records the result; `pending` if it comes later. Fails retryably without a response. */
  refund(input: RefundInput): Promise<RefundStatus>;
  /** The same after an attempt without a response: looks the operation up first. */
  refundAfterLookUp(input: RefundInput): Promise<RefundStatus>;
}

export const interactionEnded = defineSignal(signals.interactionEnded);
export const stateQuery = defineQuery<RefundState>('state');
