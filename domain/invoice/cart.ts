import { Refusal } from '../errors/refusal';
import { MAX_AMOUNT_MINOR, sumMinor } from '../money/money';

/** VAT rates of the published contract. */
export const VAT_RATES = ['0%', '10%', '18%', '20%', '10/110', '18/118', '20/120'] as const;
export type VatRate = (typeof VAT_RATES)[number];

/** One position of a cart. `priceMinor` is for one piece, tax included. */
export interface CartLine {
  product: string;
  quantity: bigint;
  priceMinor: bigint;
  taxRate?: VatRate;
}

/** A cart's position as it is recorded and shown; amounts fit 2^53 − 1 and stand as numbers because they are JSON there. */
export interface RecordedCartLine {
  product: string;
  quantity: number;
  price: number;
  taxRate?: VatRate;
}

/** A position's cost in minor units: price × quantity. */
export function lineCost(line: CartLine): bigint {
  return line.priceMinor * line.quantity;
}

/** A position as it is recorded. */
export function recordedLine({ product, quantity, priceMinor, taxRate }: CartLine): RecordedCartLine {
  return { product, quantity: Number(quantity), price: Number(priceMinor), ...(taxRate ? { taxRate } : {}) };
}

/** A cart as it is compared: the order of its lines makes no difference. */
export function comparedCart(cart: readonly RecordedCartLine[]): string[] {
  return cart
    .map(({ product, quantity, price, taxRate }) => JSON.stringify([product, quantity, price, taxRate ?? null]))
    .sort();
}

/** The cart's total in minor units. */
export function cartTotal(cart: readonly CartLine[]): bigint {
  return sumMinor(cart.map(lineCost));
}

/**
 * The invoice's amount from what the merchant gave: the amount, the cart, or both when they agree.
 * @throws Refusal invalidInvoiceCart for a cart that is empty or costs more than 2^53 − 1; invalidInvoiceCost where neither is given or they disagree.
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
