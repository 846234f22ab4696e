import type { RecordedAllocationPart } from '../allocation/recorded-allocation';
import type { RecordedCartLine } from '../invoice/cart';
import type { PaymentFailure } from '../payment/payment-failure';
import type { PaymentRef } from '../payment/payment';
import type { ReceiptState } from '../payment/receipt-state';
import type { Clawback } from '../allocation/clawback';
import type { RefundStatus } from './refund.machine';

/** Identifies a refund; its id is unique within the payment. */
export interface RefundRef extends PaymentRef {
  refundID: string;
}

/** The number of a payment's first refund (observed behaviour of the contract). */
export const FIRST_REFUND_NUMBER = 100;

/** A refund. The amount is in minor units. */
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
  /** The cart that remains after the refund. */
  cart: RecordedCartLine[] | null;
  /** The merchant's distribution of the refund. */
  allocation: RecordedAllocationPart[] | null;
  /** How much each shop returns. */
  parts: Clawback[];
  status: RefundStatus;
  statusChangedAt: Date;
  failure: PaymentFailure | null;
  /** The connector's own id. */
  connectorReference: string | null;
  rrn: string | null;
  /** Null without a receipt. */
  receiptState: ReceiptState | null;
  /** When it was first sent, if its connector forgets operation ids. */
  sentAt: Date | null;
  /** When the connector accepted it, with the result to come by `resultDueAt`. */
  acceptedAt: Date | null;
  resultDueAt: Date | null;
}
