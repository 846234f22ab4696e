import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { Invoice } from '../../../domain/payments/invoice/invoice';
import { amountToWire } from '../../../domain/platform/money/money';
import { presentAllocation } from '../shared/allocation';
import { presentCartLine } from '../shared/cart.presenter';
import type * as Wire from './invoice.types';

export function presentInvoice(invoice: Invoice): Wire.Invoice {
  return {
    id: invoice.id,
    shopID: invoice.shopID,
    externalID: invoice.externalID ?? undefined,
    createdAt: rfc3339Text(invoice.createdAt),
    dueDate: rfc3339Text(invoice.dueDate),
    amount: amountToWire(invoice.amountMinor),
    currency: invoice.currency,
    product: invoice.product,
    description: invoice.description ?? undefined,
    invoiceTemplateID: invoice.templateID ?? undefined,
    cart: invoice.cart?.map(presentCartLine),
    allocation: invoice.allocation ? presentAllocation(invoice.allocation) : undefined,
    bankAccount: invoice.bankAccount ?? undefined,
    metadata: invoice.metadata as Wire.Invoice['metadata'],
    clientInfo: invoice.clientInfo ?? undefined,
    amountRandomized: invoice.amountRandomized ?? undefined,
    status: invoice.status,
    reason: invoice.reason ?? undefined,
  };
}

export { presentCartLine } from '../shared/cart.presenter';
