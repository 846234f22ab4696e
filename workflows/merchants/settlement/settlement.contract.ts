import { defineSignal } from '@temporalio/workflow';
import type { PayoutStatus } from '../../../domain/merchants/settlement/payout.machine';
import { signals } from '../../../workflow-names/workflow-messages';

/** Input of the workflow that closes a batch, started by a schedule of Temporal. */
export interface SettlementCloseInput {
  shopID: string;
  currency: string;
}

/** Input of a payout's workflow. */
export interface PayoutInput {
  payoutID: string;
}

/** A closed batch, amounts as text in minor units; or none was due. */
export interface SettlementCloseResult {
  batchID?: string;
  net?: string;
  closing?: string;
}

/** A payout after a step of its connector. */
export interface PayoutSnapshot {
  status: PayoutStatus;
  /** The connector accepted it; the result comes later. */
  isAccepted?: true;
}

/** What a payout waits for. */
export interface PayoutWait {
  status: PayoutStatus;
  details: string;
  /** Present for a payout by a connector: how long it waits before it is sent. */
  sendInMs?: number;
}

/** Idempotent activities of settlement workflows. */
export interface SettlementActivities {
  /** Closes the batch if the schedule of the shop's terms says so. */
  closeScheduledBatch(input: SettlementCloseInput): Promise<SettlementCloseResult>;
  /** The status of a payout, with what it waits for. */
  readPayout(input: PayoutInput): Promise<PayoutWait>;
  /** Asks the connector to pay, or looks it up if it was asked before. Fails retryably without a response. */
  sendPayout(input: PayoutInput): Promise<PayoutSnapshot>;
}

export const payoutChanged = defineSignal(signals.payoutChanged);
