import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import { amountToWire } from '../../domain/money/money';
import type { RecordedCartLine } from '../../domain/invoice/cart';
import type { Invoice } from '../../domain/invoice/invoice';
import type { Emits } from '../../domain/machine/machine';
import type { Unrecorded } from '../../webhooks/messages/message';
import type * as Published from '../../webhooks/messages/payments/entities';
import type { InvoiceEvent } from '../../webhooks/messages/payments/events';

/** The invoice in webhook messages. The event document spells `externalId` unlike the API. */
export function invoiceMessage(invoice: Invoice): Published.Invoice {
  return {
    id: invoice.id,
    shopID: invoice.shopID,
    createdAt: rfc3339Text(invoice.createdAt),
    status: invoice.status,
    reason: invoice.reason ?? undefined,
    dueDate: rfc3339Text(invoice.dueDate),
    amount: amountToWire(invoice.amountMinor),
    currency: invoice.currency,
    metadata: { ...invoice.metadata },
    product: invoice.product,
    description: invoice.description ?? undefined,
    cart: invoice.cart?.map(cartLineMessage),
    externalId: invoice.externalID ?? undefined,
  };
}

function cartLineMessage(line: RecordedCartLine): Published.InvoiceCartLine {
  return {
    product: line.product,
    quantity: line.quantity,
    price: line.price,
    cost: line.price * line.quantity,
    taxMode: line.taxRate && { rate: line.taxRate },
    paymentSubject: line.subject,
    paymentMode: line.mode,
  };
}

export function invoiceWebhookMessages(
  { emits }: Emits<InvoiceEvent['eventType']>,
  invoice: Invoice,
): Unrecorded<InvoiceEvent>[] {
  const message = (eventType: InvoiceEvent['eventType']): Unrecorded<InvoiceEvent> => ({
    topic: 'InvoicesTopic',
    eventType,
    invoice: invoiceMessage(invoice),
  });
  return emits.map(message);
}
