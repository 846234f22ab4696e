import { fromRecordedLine, type CartLine, type RecordedCartLine } from '../../../domain/payments/invoice/cart';
import { present } from '../../../domain/platform/fields/present';
import type { InvoiceLine } from './cart.types';

/** The cart for the database; the default quantity is 1. */
export function recordedCart(cart: readonly InvoiceLine[]): RecordedCartLine[] {
  return cart.map(({ product, quantity = 1, price, taxMode, paymentSubject: subject, paymentMode: mode, ...line }) => {
    const { measure, markingCode, agent } = line;
    return {
      product,
      quantity,
      price,
      ...present({ taxRate: taxMode?.rate, subject, mode, measure, markingCode, agent }),
    };
  });
}

/** The cart for computing amounts. */
export function reckonedCart(cart: readonly RecordedCartLine[]): CartLine[] {
  return cart.map(fromRecordedLine);
}
