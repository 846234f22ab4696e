import type { Payment } from '../../../domain/payments/payment/payment';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { PaymentSnapshot } from '../../../workflows/payments/payment/payment.contract';

export function getSnapshot(payment: Payment): PaymentSnapshot {
  const { status, target, heldUntil, attempt, connector, connectorReference, statusChangedAt, reviewUntil } = payment;
  const failedOver = attempt > 1 ? { attempt: { number: attempt, connector } } : {};
  const answered = { connector, connectorReference, at: rfc3339Text(statusChangedAt) };
  const review = reviewUntil ? { reviewUntil: rfc3339Text(reviewUntil) } : {};
  return { status, target, heldUntil: rfc3339Text(heldUntil) ?? null, ...failedOver, ...answered, ...review };
}
