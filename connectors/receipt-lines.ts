import { lineCost, lineIdentity, type CartLine } from '../domain/payments/invoice/cart';
import {
  PREPAYMENT_MODES,
  type Measure,
  type PaymentMode,
  type PaymentSubject,
} from '../domain/payments/invoice/fiscal-tags';
import { finalRate, isEnded, type VatRate } from '../domain/payments/invoice/vat';
import { ConnectorRejection } from './connector-rejection';
import type { ConnectorPayer } from './payer';

/** Of a line's name; registers take no longer one. */
export const MAX_DESCRIPTION = 128;
/** Of online registers; receipts of YooMoney take 80, and YooKassa refuses more. */
const MAX_LINES = 100;
const MAX_QUANTITY = 99_999n;

/** What an account says of its receipts. */
export interface ReceiptSettings {
  /** Whether the shop has no online register, or sends its receipts itself. */
  isOff?: boolean | undefined;
  /** The VAT of lines that state none; with it a payment without a cart has a receipt too, of the invoice's product. */
  vat?: VatRate | 'none' | undefined;
  /** Tag 1212 of lines that state none, by default `commodity`. */
  subject?: PaymentSubject | undefined;
  /** Tag 1214 of lines that state none, by default `full_payment`. */
  mode?: PaymentMode | undefined;
}

export interface ReceiptInput {
  amount: bigint;
  currency: string;
  /** The invoice's product. */
  product: string | undefined;
  items?: readonly CartLine[];
  payer?: ConnectorPayer;
}

/** A line with all that a receipt says of it. */
export interface ReceiptLine extends Omit<CartLine, 'taxRate'> {
  rate: VatRate | 'none';
  subject: PaymentSubject;
  mode: PaymentMode;
  measure: Measure;
}

/** Returns what a payment, capture or refund is for; undefined if it has no receipt. */
export function linesOf({ items, product, amount }: ReceiptInput, { isOff, vat }: ReceiptSettings) {
  if (isOff) return undefined;
  if (items || vat === undefined || product === undefined) return items;
  return [{ product, quantity: 1n, priceMinor: amount }] satisfies CartLine[];
}

/**
 * The lines that settle those of a prepayment, if there are any; the VAT is that of the sale itself.
 * @throws ConnectorRejection without the payer's e-mail and phone
 */
export function toSettledLines(input: ReceiptInput, settings: ReceiptSettings, acquirer: string) {
  const { mode: ownMode = 'full_payment', vat } = settings;
  const prepaid = linesOf(input, settings)?.filter(({ mode = ownMode }) => PREPAYMENT_MODES.has(mode)) ?? [];
  if (prepaid.length === 0) return undefined;
  assertContacts(input.payer, acquirer);
  return prepaid.map((line): CartLine => {
    const rate = line.taxRate ?? vat;
    return { ...line, mode: 'full_payment', ...(rate && rate !== 'none' && { taxRate: finalRate(rate) }) };
  });
}

/** Completes the lines of a receipt from the settings, within the limits of online registers. */
export function toReceiptLines(lines: readonly CartLine[], settings: ReceiptSettings): ReceiptLine[] {
  const { vat: rate = 'none', mode = 'full_payment' } = settings;
  return fitLimits(lines).map(({ taxRate, ...line }) => {
    const subject = (!line.markingCode && settings.subject) || 'commodity';
    return { rate: taxRate ?? rate, subject, mode, measure: 'piece', ...line };
  });
}

/**
 * What a new payment is for, if it has a receipt.
 * @throws ConnectorRejection without the payer's e-mail and phone, or for a rate that no new sale may have
 */
export function linesOfPayment(
  input: ReceiptInput,
  settings: ReceiptSettings,
  { acquirer, now }: { acquirer: string; now: Date },
): readonly CartLine[] | undefined {
  const lines = linesOf(input, settings);
  if (!lines) return undefined;
  assertContacts(input.payer, acquirer);
  assertRates(lines, now);
  return lines;
}

/** @throws ConnectorRejection without the payer's e-mail and phone */
function assertContacts(payer: ConnectorPayer | undefined, acquirer: string): void {
  if (payer?.email !== undefined || payer?.phoneNumber !== undefined) return;
  const message = `A receipt of ${acquirer} needs the payer’s e-mail or phone, and contactInfo has neither`;
  throw ConnectorRejection.unsent(message, 'receipt.customer');
}

function assertRates(lines: readonly CartLine[], now: Date): void {
  for (const { taxRate } of lines) {
    if (taxRate && isEnded(taxRate, now)) {
      throw ConnectorRejection.unsent(`The VAT rate ${taxRate} has ended for new sales`, `taxMode.rate.${taxRate}`);
    }
  }
}

/** @throws ConnectorRejection for what an acquirer's receipts cannot have */
export function toCode<Value extends string, Code>(
  codes: { readonly [Each in Value]?: Code | undefined },
  value: Value,
  { field, acquirer }: { field: string; acquirer: string },
): Code {
  const code = codes[value];
  if (code !== undefined) return code;
  const message = `Receipts of ${acquirer} cannot have the ${field} ${value}, which a line of the cart has`;
  throw ConnectorRejection.unsent(message, `${field}.${value}`);
}

/** Too many lines or units are merged: one piece for each product with the same tags, for the same sum. Each marking code is of one line. */
function fitLimits(items: readonly CartLine[]): readonly CartLine[] {
  if (items.length <= MAX_LINES && items.every(({ quantity }) => quantity <= MAX_QUANTITY)) return items;
  const merged = new Map<string, CartLine>();
  for (const line of items) {
    const key = JSON.stringify(lineIdentity(line));
    const priceMinor = (merged.get(key)?.priceMinor ?? 0n) + lineCost(line);
    merged.set(key, { ...line, quantity: 1n, priceMinor, measure: 'piece' });
  }
  return [...merged.values()];
}
