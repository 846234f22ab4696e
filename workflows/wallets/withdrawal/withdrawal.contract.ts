import { defineQuery, defineSignal } from '@temporalio/workflow';
import type { WithdrawalStatus } from '../../../domain/wallets/withdrawal/withdrawal.machine';
import { signals } from '../../../workflow-names/workflow-messages';

/** Input of a withdrawal workflow. */
export interface WithdrawalInput {
  withdrawalID: string;
  /** Whether the connector may have been called: by an earlier run that was lost, or without an answer by the dispatcher. */
  isRestart?: true;
  /** The withdrawal after the dispatcher's first attempt. */
  first?: WithdrawalSnapshot;
}

/** The withdrawal after a step. */
export interface WithdrawalSnapshot {
  status: WithdrawalStatus;
  /** The connector accepted the payout; the result comes later. */
  isAccepted?: true;
}

/** The result of the query `state`. */
export interface WithdrawalState extends Pick<WithdrawalSnapshot, 'status'> {
  /** A description of what it waits for. */
  waitingFor: string | null;
}

/** Activities of withdrawal workflows, idempotent by operation id. */
export interface WithdrawalActivities {
  /** Requests the payout and records the result. Fails retryably without a response. */
  payOut(input: WithdrawalInput): Promise<WithdrawalSnapshot>;
  /** The same after an attempt without a response: looks the operation up first. */
  payOutAfterLookUp(input: WithdrawalInput): Promise<WithdrawalSnapshot>;
}

export const interactionEnded = defineSignal(signals.interactionEnded);
export const stateQuery = defineQuery<WithdrawalState>('state');
