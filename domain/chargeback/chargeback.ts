import type { Clawback } from '../allocation/clawback';
import type { PaymentRef } from '../payment/payment';
import type { ChargebackStage, ChargebackStatus } from './chargeback.machine';

/** A chargeback's own name: chargebacks count within their payment. */
export interface ChargebackRef extends PaymentRef {
  chargebackID: string;
}

/** What the payer's bank wants back (`body`), and what the platform takes for the dispute (`levy`), in minor units. */
export interface ChargebackAmounts {
  bodyMinor: bigint;
  levyMinor: bigint;
}

/** A chargeback as it stands. */
export interface Chargeback extends ChargebackAmounts {
  invoiceID: string;
  paymentID: string;
  id: string;
  partyID: string;
  shopID: string;
  createdAt: Date;
  currency: string;
  reasonCode: string | null;
  /** Which shops give the body back, and how much each. The levy is always the payment's own shop's. */
  parts: Clawback[];
  stage: ChargebackStage;
  status: ChargebackStatus;
  statusChangedAt: Date;
  /** How often it was opened: the ledger keeps the postings of each opening apart. */
  round: number;
  /** The commands that made it and that changed it last: one that is delivered twice acts once. */
  creationIdempotencyKey: string;
  lastIdempotencyKey: string;
}
