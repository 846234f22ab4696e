import type { RecordedAllocationPart } from '../allocation/recorded-allocation';
import type { RecordedCartLine } from '../invoice/cart';
import type { PaymentFailure } from '../payment/payment-failure';
import type { PaymentRef } from '../payment/payment';
import type { Clawback } from '../allocation/clawback';
import type { RefundStatus } from './refund.machine';

/** A refund's own name: refunds count within their payment. */
export interface RefundRef extends PaymentRef {
  refundID: string;
}

/** The first refund of a payment has this number (observed behaviour of the contract). */
export const FIRST_REFUND_NUMBER = 100;

/** A refund as it stands. The amount is in minor units. */
export interface Refund {
  invoiceID: string;
  paymentID: string;
  id: string;
  partyID: string;
  shopID: string;
  externalID: string | null;
  createdAt: Date;
  amountMinor: bigint;
  currency: string;
  reason: string | null;
  /** The lines that remain with the payer after the refund. */
  cart: RecordedCartLine[] | null;
  /** The distribution of the refund between shops, as the merchant gave it. */
  allocation: RecordedAllocationPart[] | null;
  /** Which shops give it back. */
  parts: Clawback[];
  status: RefundStatus;
  statusChangedAt: Date;
  failure: PaymentFailure | null;
  /** What the connector calls it. */
  connectorReference: string | null;
  rrn: string | null;
}
