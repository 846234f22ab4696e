import { defineSignal } from '@temporalio/workflow';
import type { PayoutStatus } from '../../domain/settlement/payout.machine';
import { signals } from '../names/workflow-messages';

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

/** Idempotent activities of settlement workflows. */
export interface SettlementActivities {
  /** Closes the batch if the schedule of the shop's terms says so. */
  closeScheduledBatch(input: SettlementCloseInput): Promise<SettlementCloseResult>;
  /** The status of a payout, with what it waits for. */
  readPayout(input: PayoutInput): Promise<{ status: PayoutStatus; details: string }>;
}

export const payoutChanged = defineSignal(signals.payoutChanged);
