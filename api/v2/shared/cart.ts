import type { CartLine, RecordedCartLine } from '../../../domain/invoice/cart';
import { amountFromWire } from '../../../domain/money/money';
import type { InvoiceLine } from './cart.types';

/** A cart as it is recorded: an unnamed quantity is one. */
export function recordedCart(cart: readonly InvoiceLine[]): RecordedCartLine[] {
  return cart.map(({ product, quantity, price, taxMode }) => ({
    product,
    quantity: quantity ?? 1,
    price,
    ...(taxMode ? { taxRate: taxMode.rate } : {}),
  }));
}

/** A recorded cart for reckoning. */
export function reckonedCart(cart: readonly RecordedCartLine[]): CartLine[] {
  return cart.map(({ product, quantity, price, taxRate }) => ({
    product,
    quantity: BigInt(quantity),
    priceMinor: amountFromWire(price),
    taxRate,
  }));
}
