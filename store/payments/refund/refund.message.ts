import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { amountToWire } from '../../../domain/platform/money/money';
import type { Invoice } from '../../../domain/payments/invoice/invoice';
import type { Payment } from '../../../domain/payments/payment/payment';
import { plainFailure } from '../../../domain/payments/payment/payment-failure';
import type { Refund } from '../../../domain/payments/refund/refund';
import type { Emits } from '../../../domain/platform/machine/machine';
import type { Unrecorded } from '../../../webhook-messages/message';
import type * as Published from '../../../webhook-messages/payments/entities';
import type { RefundEvent } from '../../../webhook-messages/payments/events';
import { invoiceMessage } from '../invoice/invoice.message';
import { paymentMessage } from '../payment/payment.message';

export function refundMessage(refund: Refund): Published.Refund {
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

export function refundWebhookMessages(
  { emits }: Emits<RefundEvent['eventType']>,
  { invoice, payment }: { invoice: Invoice; payment: Payment },
  refund: Refund,
): Unrecorded<RefundEvent>[] {
  const message = (eventType: RefundEvent['eventType']): Unrecorded<RefundEvent> => ({
    topic: 'InvoicesTopic',
    eventType,
    invoice: invoiceMessage(invoice),
    payment: paymentMessage(payment),
    refund: refundMessage(refund),
  });
  return emits.map(message);
}
