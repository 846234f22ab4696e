import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import { amountToWire } from '../../domain/money/money';
import type { RecordedCartLine } from '../../domain/invoice/cart';
import type { Invoice } from '../../domain/invoice/invoice';
import type { WebhookMessage } from '../record';

/** The invoice as webhooks show it. `externalId` is spelled as the event document spells it, unlike the API's field. */
export function invoiceMessage(invoice: Invoice): object {
  return {
    id: invoice.id,
    shopID: invoice.shopID,
    createdAt: rfc3339Text(invoice.createdAt),
    status: invoice.status,
    reason: invoice.reason ?? undefined,
    dueDate: rfc3339Text(invoice.dueDate),
    amount: amountToWire(invoice.amountMinor),
    currency: invoice.currency,
    metadata: invoice.metadata,
    product: invoice.product,
    description: invoice.description ?? undefined,
    cart: invoice.cart?.map(cartLineMessage),
    externalId: invoice.externalID ?? undefined,
  };
}

function cartLineMessage(line: RecordedCartLine): object {
  return {
    product: line.product,
    quantity: line.quantity,
    price: line.price,
    cost: line.price * line.quantity,
    taxMode: line.taxRate && { rate: line.taxRate },
  };
}

/** A webhook message on the invoices topic; each of them shows the invoice. */
export function invoiceWebhookMessage(eventType: string, invoice: Invoice, content: object = {}): WebhookMessage {
  return { topic: 'InvoicesTopic', eventType, content: { invoice: invoiceMessage(invoice), ...content } };
}
