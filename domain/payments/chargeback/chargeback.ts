import type { Clawback } from '../allocation/clawback';
import type { PaymentRef } from '../payment/payment';
import type { ChargebackStage, ChargebackStatus } from './chargeback.machine';

/** Identifies a chargeback; its id is unique within the payment. */
export interface ChargebackRef extends PaymentRef {
  chargebackID: string;
}

/** The disputed amount (`body`) and the platform's charge for the dispute (`levy`), in minor units. */
export interface ChargebackAmounts {
  bodyMinor: bigint;
  levyMinor: bigint;
}

export interface Chargeback extends ChargebackAmounts {
  invoiceID: string;
  paymentID: string;
  id: string;
  partyID: string;
  shopID: string;
  createdAt: Date;
  currency: string;
  reasonCode: string | null;
  /** How much of the body each shop returns. The payment's own shop pays the whole levy. */
  parts: Clawback[];
  stage: ChargebackStage;
  status: ChargebackStatus;
  statusChangedAt: Date;
  /** How often it was opened; the ledger separates the postings of each round. */
  round: number;
  /** Keys of the commands that created and last changed it, which make a repeated delivery idempotent. */
  creationIdempotencyKey: string;
  lastIdempotencyKey: string;
  /** The connector account and its reference, if a connector opened the chargeback. */
  disputeAccount: string | null;
  disputeReference: string | null;
  /** When the acquirer made the last statement that was applied. */
  disputeStatedAt: Date | null;
  /** Until when the acquirer accepts evidence at this stage, if it states that. */
  answerDueAt: Date | null;
}
