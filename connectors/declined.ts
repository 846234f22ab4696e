import { paymentFailure, type PaymentFailurePath } from '../domain/payments/payment/payment-failure';
import type { Declined } from './connector';

/** @param path `authorization_failed:unknown` for a reason that is not documented */
export function declined(path: PaymentFailurePath = 'authorization_failed:unknown', isRetryable = false): Declined {
  return { kind: 'declined', failure: paymentFailure(path), ...(isRetryable && { isRetryableElsewhere: true }) };
}

/** Nothing is held, so nothing can be captured, released or refunded. */
export const NOTHING_HELD = declined('authorization_failed:operation_blocked');
