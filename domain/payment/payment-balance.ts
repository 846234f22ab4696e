import { Refusal } from '../errors/refusal';
import type { PaymentStatus } from './payment.machine';

/** What has been taken back of a captured payment, and what is being taken. Amounts in minor units. */
export interface PaymentBalance {
  capturedMinor: bigint;
  /** By refunds that succeeded or are still pending; failed ones consume nothing. */
  refundedMinor: bigint;
  /** By accepted chargebacks. */
  chargedBackMinor: bigint;
  hasPendingRefund: boolean;
  hasPendingChargeback: boolean;
}

/** What can still be refunded or charged back, in minor units. */
export function remainingMinor(balance: PaymentBalance): bigint {
  return balance.capturedMinor - balance.refundedMinor - balance.chargedBackMinor;
}

/** @throws Refusal invalidPaymentStatus for a payment that holds no captured money. */
export function assertCaptured(status: PaymentStatus): void {
  if (status !== 'captured') throw new Refusal('invalidPaymentStatus', `payment is ${status}, not captured`);
}
