import { defineQuery, defineSignal } from '@temporalio/workflow';
import type { WithdrawalStatus } from '../../domain/withdrawal/withdrawal.machine';
import { signals } from '../../domain/workflow-messages';

/** What a withdrawal's workflow is started with. */
export interface WithdrawalInput {
  withdrawalID: string;
  /** Whether an earlier run was lost, which may have asked the connector already. */
  isRestart?: true;
}

/** A withdrawal as a step left it. */
export interface WithdrawalSnapshot {
  status: WithdrawalStatus;
}

/** What the workflow answers to the query `state`. */
export interface WithdrawalState extends WithdrawalSnapshot {
  /** What it waits for, in words. */
  waitingFor: string | null;
}

/** What the workflow needs of the world. Each is idempotent: the operation's id is known on both sides. */
export interface WithdrawalActivities {
  /** Asks the connector to pay out and records the answer. Fails, retryably, where there is none. */
  payOut(input: WithdrawalInput): Promise<WithdrawalSnapshot>;
  /** As `payOut`, after an attempt without an answer: what the connector already did is found out first. */
  payOutAfterLookUp(input: WithdrawalInput): Promise<WithdrawalSnapshot>;
}

export const interactionEnded = defineSignal(signals.interactionEnded);
export const stateQuery = defineQuery<WithdrawalState>('state');
