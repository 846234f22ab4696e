import { defineQuery, defineSignal } from '@temporalio/workflow';
import type { BindingRef } from '../../domain/binding/binding';
import type { BindingStatus } from '../../domain/binding/binding.machine';
import { signals } from '../../domain/workflow-messages';

/** What a binding's workflow is started with: ids and dates only, because histories are public to operators. */
export interface BindingInput extends BindingRef {
  /** ISO 8601. */
  deadline: string;
  /** Whether an earlier run was lost, which may have asked the connector already. */
  isRestart?: true;
}

/** What the workflow answers to the query `state`. */
export interface BindingState {
  status: BindingStatus;
  /** What it waits for, in words. */
  waitingFor: string | null;
}

/** What the workflow needs of the world. Each is idempotent: the operation's id is known on both sides. */
export interface BindingActivities {
  /** Has the connector verify the tool and records its answer. Fails, retryably, where there is none. */
  verify(input: BindingInput): Promise<BindingStatus>;
  /** As `verify`, after an attempt without an answer: what the connector already did is found out first. */
  verifyAfterLookUp(input: BindingInput): Promise<BindingStatus>;
  /** Asks what became of a verification whose payer had to act. */
  lookUpVerification(input: BindingInput): Promise<BindingStatus>;
  /** The deadline has come: sees to it that the connector neither waits nor verifies any more, then fails the binding. */
  expireVerification(input: BindingInput): Promise<BindingStatus>;
}

export const interactionEnded = defineSignal(signals.interactionEnded);
export const stateQuery = defineQuery<BindingState>('state');
