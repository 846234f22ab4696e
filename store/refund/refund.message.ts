import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import { amountToWire } from '../../domain/money/money';
import type { Invoice } from '../../domain/invoice/invoice';
import type { Payment } from '../../domain/payment/payment';
import { plainFailure } from '../../domain/payment/payment-failure';
import type { Refund } from '../../domain/refund/refund';
import { paymentWebhookMessage } from '../payment/payment.message';
import type { WebhookMessage } from '../record';

/** The refund as webhooks show it. */
export function refundMessage(refund: Refund): object {
  return {
    id: refund.id,
    createdAt: rfc3339Text(refund.createdAt),
    status: refund.status,
    error: refund.failure ? plainFailure(refund.failure) : undefined,
    amount: amountToWire(refund.amountMinor),
    currency: refund.currency,
    reason: refund.reason ?? undefined,
    rrn: refund.rrn ?? undefined,
  };
}

/** A webhook message about a refund: it shows the invoice, the payment and the refund. */
export function refundWebhookMessage(
  eventType: string,
  { invoice, payment }: { invoice: Invoice; payment: Payment },
  refund: Refund,
): WebhookMessage {
  return paymentWebhookMessage(eventType, invoice, payment, { refund: refundMessage(refund) });
}
