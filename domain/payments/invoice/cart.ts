import { Refusal } from '../../platform/errors/refusal';
import type { Agent, MarkingCode, Measure, PaymentMode, PaymentSubject } from './fiscal-tags';
import type { VatRate } from './vat';
import { amountFromWire, MAX_AMOUNT_MINOR, sumMinor } from '../../platform/money/money';

/** What a receipt says of a line besides its product and price. */
interface FiscalTags {
  taxRate?: VatRate;
  subject?: PaymentSubject;
  mode?: PaymentMode;
  measure?: Measure;
  markingCode?: MarkingCode;
  agent?: Agent;
}

/** A cart line; `priceMinor` is the price of one unit of its measure, by default of one piece, with tax. */
export interface CartLine extends FiscalTags {
  product: string;
  quantity: bigint;
  priceMinor: bigint;
}

/** A stored and published cart line. Amounts are numbers because they are JSON; they fit 2^53 − 1. */
export interface RecordedCartLine extends FiscalTags {
  product: string;
  quantity: number;
  price: number;
}

/**
 * What lines have in common that may be added up: their product and all that a receipt says of them. Hashes of requests
 * contain it, so a line without later fields keeps its identity.
 */
export function lineIdentity(line: CartLine | RecordedCartLine): unknown[] {
  const { product, measure, agent } = line;
  const { type, value, part } = line.markingCode ?? {};
  const { name, inn, phones } = agent?.supplier ?? {};
  const later = [measure, type, value, part?.numerator, part?.denominator, agent?.type, name, inn, phones];
  const isPlain = later.every((each) => each === undefined);
  return [product, line.taxRate ?? null, line.subject ?? null, line.mode ?? null, ...(isPlain ? [] : later)];
}

export function lineCost(line: CartLine): bigint {
  return line.priceMinor * line.quantity;
}

export function toRecordedLine({ product, quantity, priceMinor, ...tags }: CartLine): RecordedCartLine {
  return { product, quantity: Number(quantity), price: Number(priceMinor), ...tags };
}

export function fromRecordedLine({ product, quantity, price, ...tags }: RecordedCartLine): CartLine {
  return { product, quantity: BigInt(quantity), priceMinor: amountFromWire(price), ...tags };
}

/** Serialises a cart for comparison regardless of the order of its lines. */
export function serialiseCart(cart: readonly RecordedCartLine[]): string[] {
  return cart.map((line) => JSON.stringify([line.quantity, line.price, ...lineIdentity(line)])).sort();
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
  const message = `amount ${given.amountMinor} is not the cart's total ${total}, in minor units`;
  if (given.amountMinor !== undefined && given.amountMinor !== total) throw new Refusal('invalidInvoiceCost', message);
  return total;
}
