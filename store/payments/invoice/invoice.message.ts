import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { amountToWire } from '../../../domain/platform/money/money';
import type { RecordedCartLine } from '../../../domain/payments/invoice/cart';
import type { Invoice } from '../../../domain/payments/invoice/invoice';
import type { Emits } from '../../../domain/platform/machine/machine';
import type { Unrecorded } from '../../../webhook-messages/message';
import type * as Published from '../../../webhook-messages/payments/entities';
import type { InvoiceEvent } from '../../../webhook-messages/payments/events';

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
    measure: line.measure,
    markingCode: line.markingCode,
    agent: line.agent,
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
