import { Refusal } from '../errors/refusal';
import { amountFromWire, MAX_AMOUNT_MINOR, sumMinor } from '../money/money';

/** VAT rates of the published contract. */
export const VAT_RATES = ['0%', '10%', '18%', '20%', '10/110', '18/118', '20/120'] as const;
export type VatRate = (typeof VAT_RATES)[number];

/** A cart line; `priceMinor` is the price of one piece with tax. */
export interface CartLine {
  product: string;
  quantity: bigint;
  priceMinor: bigint;
  taxRate?: VatRate;
}

/** A stored and published cart line. Amounts are numbers because they are JSON; they fit 2^53 − 1. */
export interface RecordedCartLine {
  product: string;
  quantity: number;
  price: number;
  taxRate?: VatRate;
}

export function lineCost(line: CartLine): bigint {
  return line.priceMinor * line.quantity;
}

export function toRecordedLine({ product, quantity, priceMinor, taxRate }: CartLine): RecordedCartLine {
  return { product, quantity: Number(quantity), price: Number(priceMinor), ...(taxRate ? { taxRate } : {}) };
}

export function fromRecordedLine({ product, quantity, price, taxRate }: RecordedCartLine): CartLine {
  return { product, quantity: BigInt(quantity), priceMinor: amountFromWire(price), ...(taxRate ? { taxRate } : {}) };
}

/** Serialises a cart for comparison regardless of the order of its lines. */
export function serialiseCart(cart: readonly RecordedCartLine[]): string[] {
  return cart
    .map(({ product, quantity, price, taxRate }) => JSON.stringify([product, quantity, price, taxRate ?? null]))
    .sort();
}

export function cartTotal(cart: readonly CartLine[]): bigint {
  return sumMinor(cart.map(lineCost));
}

/**
 * Determines an invoice's amount from the amount, the cart, or both if they agree.
 * @throws Refusal invalidInvoiceCart for an empty cart or a total above 2^53 − 1; invalidInvoiceCost if neither is given or
 * they disagree
 */
export function invoiceAmount(given: { amountMinor?: bigint; cart?: readonly CartLine[] }): bigint {
  if (given.cart && given.cart.length === 0) throw new Refusal('invalidInvoiceCart', 'cart has no lines');
  if (!given.cart) {
    if (given.amountMinor === undefined) throw new Refusal('invalidInvoiceCost', 'either amount or cart is required');
    return given.amountMinor;
  }
  const total = cartTotal(given.cart);
  if (total > MAX_AMOUNT_MINOR)
    throw new Refusal('invalidInvoiceCart', `cart's total ${total} is more than an amount can be`);
  if (given.amountMinor !== undefined && given.amountMinor !== total) {
    throw new Refusal('invalidInvoiceCost', `amount ${given.amountMinor} is not the cart's total ${total}`);
  }
  return total;
}
