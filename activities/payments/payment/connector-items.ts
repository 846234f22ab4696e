import { fromRecordedLine, type CartLine, type RecordedCartLine } from '../../../domain/payments/invoice/cart';
import { fitCart, refundedLines } from '../../../domain/payments/invoice/cart-share';

/** The lines of a payment or capture, which sum to its amount; nothing without a cart. */
export function toItems(cart: readonly RecordedCartLine[] | null, amountMinor: bigint): { items?: CartLine[] } {
  return cart ? { items: fitCart(cart.map(fromRecordedLine), amountMinor) } : {};
}

/** The lines of a refund of a payment whose cart is `before`; nothing without a cart. */
export function toRefundedItems({
  amountMinor,
  before,
  after,
}: {
  amountMinor: bigint;
  before: readonly RecordedCartLine[] | null;
  after: readonly RecordedCartLine[] | null;
}): { items?: CartLine[] } {
  if (!before) return {};
  const carts = { before: before.map(fromRecordedLine), after: after?.map(fromRecordedLine) };
  return { items: refundedLines({ amountMinor, ...carts }) };
}
