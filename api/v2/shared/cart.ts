import { fromRecordedLine, type CartLine, type RecordedCartLine } from '../../../domain/payments/invoice/cart';
import type { InvoiceLine } from './cart.types';

/** The cart for the database; the default quantity is 1. */
export function recordedCart(cart: readonly InvoiceLine[]): RecordedCartLine[] {
  return cart.map(({ product, quantity, price, taxMode, paymentSubject, paymentMode }) => ({
    product,
    quantity: quantity ?? 1,
    price,
    ...(taxMode && { taxRate: taxMode.rate }),
    ...(paymentSubject && { subject: paymentSubject }),
    ...(paymentMode && { mode: paymentMode }),
  }));
}

/** The cart for computing amounts. */
export function reckonedCart(cart: readonly RecordedCartLine[]): CartLine[] {
  return cart.map(fromRecordedLine);
}
