import { defineQuery, defineSignal } from '@temporalio/workflow';
import type { BindingRef } from '../../../domain/payments/binding/binding';
import type { BindingStatus } from '../../../domain/payments/binding/binding.machine';
import { signals } from '../../../workflow-names/workflow-messages';

/** Input of a binding workflow: only ids and dates, because operators can read histories. */
export interface BindingInput extends BindingRef {
  /** ISO 8601. */
  deadline: string;
  /** Whether an earlier run, which may have called the connector, was lost. */
  isRestart?: true;
}

/** The result of the query `state`. */
export interface BindingState {
  status: BindingStatus;
  /** A description of what it waits for. */
  waitingFor: string | null;
}

/** Activities of binding workflows, idempotent by operation id. */
export interface BindingActivities {
  /** Verifies the tool with the connector and records the result. Fails retryably without a response. */
  verify(ref: BindingRef): Promise<BindingStatus>;
  /** The same after an attempt without a response: looks the operation up first. */
  verifyAfterLookUp(ref: BindingRef): Promise<BindingStatus>;
  /** Looks up a verification with an interaction. */
  lookUpVerification(ref: BindingRef): Promise<BindingStatus>;
  /** Voids the verification at the deadline and fails the binding. */
  expireVerification(input: BindingInput): Promise<BindingStatus>;
}

export const interactionEnded = defineSignal(signals.interactionEnded);
export const stateQuery = defineQuery<BindingState>('state');
