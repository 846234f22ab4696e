import { lineCost, lineIdentity, type CartLine } from '../domain/payments/invoice/cart';
import { PREPAYMENT_MODES, type PaymentMode, type PaymentSubject } from '../domain/payments/invoice/fiscal-tags';
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
export interface ReceiptLine {
  product: string;
  quantity: bigint;
  priceMinor: bigint;
  rate: VatRate | 'none';
  subject: PaymentSubject;
  mode: PaymentMode;
}

/** Returns what a payment, capture or refund is for; undefined if it has no receipt. */
export function linesOf({ items, product, amount }: ReceiptInput, { isOff, vat }: ReceiptSettings) {
  if (isOff) return undefined;
  if (items || vat === undefined || product === undefined) return items;
  return [{ product, quantity: 1n, priceMinor: amount }] satisfies CartLine[];
}

/** The lines that settle those of a prepayment; the VAT is that of the sale itself. */
export function toSettledLines(input: ReceiptInput, settings: ReceiptSettings): CartLine[] {
  const { mode: ownMode = 'full_payment', vat } = settings;
  return (linesOf(input, settings) ?? [])
    .filter(({ mode = ownMode }) => PREPAYMENT_MODES.has(mode))
    .map((line): CartLine => {
      const rate = line.taxRate ?? vat;
      return { ...line, mode: 'full_payment', ...(rate && rate !== 'none' && { taxRate: finalRate(rate) }) };
    });
}

/** Completes the lines of a receipt from the settings, within the limits of online registers. */
export function toReceiptLines(lines: readonly CartLine[], settings: ReceiptSettings): ReceiptLine[] {
  const { vat = 'none', subject = 'commodity', mode = 'full_payment' } = settings;
  return fitLimits(lines).map(({ product, quantity, priceMinor, ...tags }) => ({
    ...{ product, quantity, priceMinor, rate: tags.taxRate ?? vat },
    ...{ subject: tags.subject ?? subject, mode: tags.mode ?? mode },
  }));
}

/** @throws ConnectorRejection without the payer's e-mail and phone */
export function assertContacts(payer: ConnectorPayer | undefined, acquirer: string): void {
  if (payer?.email !== undefined || payer?.phoneNumber !== undefined) return;
  const message = `A receipt of ${acquirer} needs the payer’s e-mail or phone, and contactInfo has neither`;
  throw ConnectorRejection.unsent(message, 'receipt.customer');
}

/** @throws ConnectorRejection for a rate that no new sale may have */
export function assertRates(lines: readonly CartLine[], now: Date): void {
  for (const { taxRate } of lines) {
    if (taxRate && isEnded(taxRate, now)) {
      throw ConnectorRejection.unsent(`The VAT rate ${taxRate} has ended for new sales`, `taxMode.rate.${taxRate}`);
    }
  }
}

/** @throws ConnectorRejection for a rate that an acquirer's receipts cannot have */
export function vatCode<Code>(
  codes: Readonly<Record<VatRate | 'none', Code | undefined>>,
  rate: VatRate | 'none',
  acquirer: string,
): Code {
  const code = codes[rate];
  if (code !== undefined) return code;
  const message = `${acquirer} has no VAT code for the rate ${rate}, which a line of the cart has`;
  throw ConnectorRejection.unsent(message, `taxMode.rate.${rate}`);
}

/** Too many lines or pieces are merged: one piece for each product, rate, subject and mode, with the same sum. */
function fitLimits(items: readonly CartLine[]): readonly CartLine[] {
  if (items.length <= MAX_LINES && items.every(({ quantity }) => quantity <= MAX_QUANTITY)) return items;
  const merged = new Map<string, CartLine>();
  for (const line of items) {
    const key = JSON.stringify(lineIdentity(line));
    const priceMinor = (merged.get(key)?.priceMinor ?? 0n) + lineCost(line);
    merged.set(key, { ...line, quantity: 1n, priceMinor });
  }
  return [...merged.values()];
}
