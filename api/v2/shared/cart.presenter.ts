import type { RecordedCartLine } from '../../../domain/payments/invoice/cart';
import type { InvoiceLine } from './cart.types';

/** A cart's position with its cost. */
export function presentCartLine(line: RecordedCartLine): InvoiceLine {
  return {
    product: line.product,
    quantity: line.quantity,
    price: line.price,
    cost: line.price * line.quantity,
    taxMode: line.taxRate && { type: 'InvoiceLineTaxVAT', rate: line.taxRate },
    paymentSubject: line.subject,
    paymentMode: line.mode,
    measure: line.measure,
    markingCode: line.markingCode,
    agent: line.agent,
  };
}
