import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import { amountToWire } from '../../domain/money/money';
import type { Invoice } from '../../domain/invoice/invoice';
import type { Payment } from '../../domain/payment/payment';
import { plainFailure } from '../../domain/payment/payment-failure';
import type { Refund } from '../../domain/refund/refund';
import type { Emits } from '../../domain/machine/machine';
import type { Unrecorded } from '../../webhooks/messages/message';
import type * as Published from '../../webhooks/messages/payments/entities';
import type { RefundEvent } from '../../webhooks/messages/payments/events';
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
