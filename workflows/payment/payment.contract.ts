import { defineQuery, defineSignal } from '@temporalio/workflow';
import { signals } from '../../domain/workflow-messages';

/** What a payment's workflow is started with: ids and dates only, because histories are public to operators. */
export interface PaymentInput {
  invoiceID: string;
  paymentID: string;
  /** ISO 8601. */
  processingDeadline: string;
  /** Whether an earlier run was lost, which may have asked the provider already. */
  isRevived?: true;
}

/** What a step that time decides is told. */
export interface PaymentTask extends PaymentInput {
  /** ISO 8601: the engine's time, by which deadlines and holds are judged. Missing from steps of an earlier version. */
  asOf?: string;
}

/** Where a payment stands, as its transactions see it. */
export interface PaymentStanding {
  status: 'pending' | 'processed' | 'captured' | 'cancelled' | 'refunded' | 'failed' | 'charged_back';
  target: 'capture' | 'cancel' | null;
  /** ISO 8601: when an undecided hold expires. */
  heldUntil: string | null;
  /** With which connector it is, of a payment that the one before certainly did nothing for. */
  attempt?: { number: number; connector: string };
}

/** What the workflow answers to the query `state`. */
export interface PaymentState extends PaymentStanding {
  /** What it waits for, in words. */
  waitingFor: string | null;
}

export const holdDecided = defineSignal(signals.holdDecided);
export const interactionEnded = defineSignal(signals.interactionEnded);
export const stateQuery = defineQuery<PaymentState>('state');
