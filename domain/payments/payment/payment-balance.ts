import { Refusal } from '../../platform/errors/refusal';
import type { PaymentStatus } from './payment.machine';

/** Completed and pending returns of a captured payment, in minor units. */
export interface PaymentBalance {
  capturedMinor: bigint;
  /** By successful and pending refunds; failed ones do not count. */
  refundedMinor: bigint;
  /** By accepted chargebacks. */
  chargedBackMinor: bigint;
  hasPendingRefund: boolean;
  hasPendingChargeback: boolean;
}

/** Computes what can still be refunded or charged back, in minor units. */
export function remainingMinor(balance: PaymentBalance): bigint {
  return balance.capturedMinor - balance.refundedMinor - balance.chargedBackMinor;
}

/** @throws Refusal invalidPaymentStatus unless the payment is captured */
export function assertCaptured(status: PaymentStatus): void {
  if (status !== 'captured') throw new Refusal('invalidPaymentStatus', `payment is ${status}, not captured`);
}
