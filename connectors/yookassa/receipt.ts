import { present } from '../../domain/platform/fields/present';
import { cartTotal } from '../../domain/payments/invoice/cart';
import type { VatRate } from '../../domain/payments/invoice/vat';
import { cutText } from '../cut-text';
import type { ConnectorPayer } from '../payer';
import {
  assertContacts,
  assertRates,
  linesOf,
  MAX_DESCRIPTION,
  toReceiptLines,
  toSettledLines,
  vatCode,
  type ReceiptInput,
  type ReceiptLine,
  type ReceiptSettings,
} from '../receipt-lines';
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

const MAX_NAME = 256;
const ACQUIRER = 'YooKassa';

export interface YooKassaReceiptSettings extends ReceiptSettings {
  /** Tag 1055 of 54-FZ, for registers that ask for it. */
  taxSystemCode?: number | undefined;
}

/** Builds receipts under 54-FZ, for a payment, its captures, its refunds and the settlement of a prepayment. */
export class YooKassaReceipts {
  constructor(private readonly settings: YooKassaReceiptSettings = {}) {}

  /** @throws ConnectorRejection without the payer's e-mail and phone, or for a rate that no new sale may have */
  ofPayment(input: ReceiptInput, now: Date): { receipt?: object } {
    const lines = linesOf(input, this.settings);
    if (!lines) return {};
    assertContacts(input.payer, ACQUIRER);
    assertRates(lines, now);
    return this.ofFollowUp(input);
  }

  /** Contacts that were erased since do not stop a capture or refund. @throws ConnectorRejection for a rate without a code */
  ofFollowUp(input: ReceiptInput): { receipt?: object } {
    const lines = linesOf(input, this.settings);
    if (!lines) return {};
    const { taxSystemCode } = this.settings;
    const customer = readCustomer(input.payer);
    const receipt = {
      ...(customer && { customer }),
      items: toReceiptLines(lines, this.settings).map((line) => toItem(line, input.currency)),
      ...(taxSystemCode !== undefined && { tax_system_code: taxSystemCode }),
    };
    return { receipt };
  }

  /**
   * The receipt of its own that settles a prepayment; undefined without lines of one.
   * @throws ConnectorRejection without the payer's e-mail and phone
   */
  ofSettlement(input: ReceiptInput): object | undefined {
    const items = toSettledLines(input, this.settings);
    if (items.length === 0) return undefined;
    assertContacts(input.payer, ACQUIRER);
    const settlements = [{ type: 'prepayment', amount: toYooKassaAmount(cartTotal(items), input.currency) }];
    return { type: 'payment', send: true, settlements, ...this.ofFollowUp({ ...input, items }).receipt };
  }

  /** A receipt of a payment that is never paid, for a shop that refuses payments without one. */
  ofBlock(currency: string): { receipt?: object } {
    const payer = { email: 'blocked@example.com' };
    return this.ofFollowUp({ amount: 100n, currency, product: 'Blocked operation', payer });
  }
}

function toItem({ product, quantity, priceMinor, ...tags }: ReceiptLine, currency: string): object {
  return {
    description: cutText(product, MAX_DESCRIPTION),
    amount: toYooKassaAmount(priceMinor, currency),
    quantity: Number(quantity),
    measure: 'piece',
    vat_code: vatCode(VAT_CODES, tags.rate, ACQUIRER),
    payment_mode: tags.mode,
    payment_subject: tags.subject,
  };
}

function readCustomer({ email, phoneNumber, name }: ConnectorPayer = {}): object | undefined {
  if (email === undefined && phoneNumber === undefined) return undefined;
  return present({ full_name: name && cutText(name, MAX_NAME), email, phone: phoneNumber?.replace(/\D/g, '') });
}
