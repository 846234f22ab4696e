import { present } from '../../domain/platform/fields/present';
import { cartTotal, lineCost, lineIdentity, type CartLine } from '../../domain/payments/invoice/cart';
import { PREPAYMENT_MODES, type PaymentMode, type PaymentSubject } from '../../domain/payments/invoice/fiscal-tags';
import { finalRate, isEnded, type VatRate } from '../../domain/payments/invoice/vat';
import { ConnectorRejection } from '../connector-rejection';
import { cutText } from '../cut-text';
import type { ConnectorPayer } from '../payer';
import { toYooKassaAmount } from './yookassa-amount';

/**
 * YooKassa's VAT codes (tag 1199 of 54-FZ) by the rates of the API. The rates of 18 % ended in 2018, so no receipt can
 * have them.
 */
export const VAT_CODES = {
  none: 1,
  '0%': 2,
  '10%': 3,
  '18%': undefined,
  '20%': 4,
  '10/110': 5,
  '18/118': undefined,
  '20/120': 6,
  '5%': 7,
  '7%': 8,
  '5/105': 9,
  '7/107': 10,
  '22%': 11,
  '22/122': 12,
} as const satisfies Record<VatRate | 'none', number | undefined>;

const MAX_DESCRIPTION = 128;
const MAX_NAME = 256;
/** Of online registers; receipts of YooMoney take 80, and YooKassa refuses more. */
const MAX_LINES = 100;
const MAX_QUANTITY = 99_999n;

export interface ReceiptSettings {
  /** Whether the shop has no online register, or sends its receipts itself. */
  isOff?: boolean | undefined;
  /** Tag 1055 of 54-FZ, for registers that ask for it. */
  taxSystemCode?: number | undefined;
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

/** Builds receipts under 54-FZ, for a payment, its captures, its refunds and the settlement of a prepayment. */
export class YooKassaReceipts {
  constructor(private readonly settings: ReceiptSettings = {}) {}

  /** @throws ConnectorRejection without the payer's e-mail and phone, or for a rate that no new sale may have */
  ofPayment(input: ReceiptInput, now: Date): { receipt?: object } {
    const lines = this.linesOf(input);
    if (!lines) return {};
    assertContacts(input.payer);
    for (const { taxRate } of lines) {
      if (taxRate && isEnded(taxRate, now)) {
        throw ConnectorRejection.unsent(`The VAT rate ${taxRate} has ended for new sales`, `taxMode.rate.${taxRate}`);
      }
    }
    return this.ofFollowUp(input);
  }

  /** Contacts that were erased since do not stop a capture or refund. @throws ConnectorRejection for a rate without a code */
  ofFollowUp(input: ReceiptInput): { receipt?: object } {
    const lines = this.linesOf(input);
    if (!lines) return {};
    const { taxSystemCode } = this.settings;
    const customer = readCustomer(input.payer);
    const receipt = {
      ...(customer && { customer }),
      items: fitLimits(lines).map((line) => this.toItem(line, input.currency)),
      ...(taxSystemCode !== undefined && { tax_system_code: taxSystemCode }),
    };
    return { receipt };
  }

  /**
   * The receipt of its own that settles a prepayment; undefined without lines of one. The VAT is that of the sale itself.
   * @throws ConnectorRejection without the payer's e-mail and phone
   */
  ofSettlement(input: ReceiptInput): object | undefined {
    const { mode: ownMode = 'full_payment', vat } = this.settings;
    const items = (this.linesOf(input) ?? [])
      .filter(({ mode = ownMode }) => PREPAYMENT_MODES.has(mode))
      .map((line): CartLine => {
        const rate = line.taxRate ?? vat;
        return { ...line, mode: 'full_payment', ...(rate && rate !== 'none' && { taxRate: finalRate(rate) }) };
      });
    if (items.length === 0) return undefined;
    assertContacts(input.payer);
    const settlements = [{ type: 'prepayment', amount: toYooKassaAmount(cartTotal(items), input.currency) }];
    return { type: 'payment', send: true, settlements, ...this.ofFollowUp({ ...input, items }).receipt };
  }

  /** A receipt of a payment that is never paid, for a shop that refuses payments without one. */
  ofBlock(currency: string): { receipt?: object } {
    const payer = { email: 'blocked@example.com' };
    return this.ofFollowUp({ amount: 100n, currency, product: 'Blocked operation', payer });
  }

  private linesOf({ items, product, amount }: ReceiptInput): readonly CartLine[] | undefined {
    const { isOff, vat } = this.settings;
    if (isOff) return undefined;
    if (items || vat === undefined || product === undefined) return items;
    return [{ product, quantity: 1n, priceMinor: amount }];
  }

  private toItem({ product, quantity, priceMinor, ...tags }: CartLine, currency: string): object {
    const { vat = 'none', subject = 'commodity', mode = 'full_payment' } = this.settings;
    return {
      description: cutText(product, MAX_DESCRIPTION),
      amount: toYooKassaAmount(priceMinor, currency),
      quantity: Number(quantity),
      measure: 'piece',
      vat_code: toVatCode(tags.taxRate ?? vat),
      payment_mode: tags.mode ?? mode,
      payment_subject: tags.subject ?? subject,
    };
  }
}

function assertContacts(payer: ConnectorPayer | undefined): void {
  if (readCustomer(payer)) return;
  const message = 'A receipt of YooKassa needs the payer’s e-mail or phone, and contactInfo has neither';
  throw ConnectorRejection.unsent(message, 'receipt.customer');
}

function readCustomer({ email, phoneNumber, name }: ConnectorPayer = {}): object | undefined {
  if (email === undefined && phoneNumber === undefined) return undefined;
  return present({ full_name: name && cutText(name, MAX_NAME), email, phone: phoneNumber?.replace(/\D/g, '') });
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

function toVatCode(rate: VatRate | 'none'): number {
  const code = VAT_CODES[rate];
  if (code !== undefined) return code;
  const message = `YooKassa has no VAT code for the rate ${rate}, which a line of the cart has`;
  throw ConnectorRejection.unsent(message, `taxMode.rate.${rate}`);
}
