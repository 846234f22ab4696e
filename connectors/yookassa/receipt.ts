import { present } from '../../domain/platform/fields/present';
import { cartTotal, type CartLine } from '../../domain/payments/invoice/cart';
import type { Supplier } from '../../domain/payments/invoice/fiscal-tags';
import type { VatRate } from '../../domain/payments/invoice/vat';
import { ConnectorRejection } from '../connector-rejection';
import { cutText } from '../cut-text';
import type { ConnectorPayer } from '../payer';
import {
  linesOf,
  linesOfPayment,
  MAX_DESCRIPTION,
  toCode,
  toReceiptLines,
  toSettledLines,
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

  /** @throws ConnectorRejection as `linesOfPayment`, for a rate without a code, or for an agent */
  ofPayment(input: ReceiptInput, now: Date): { receipt?: object } {
    return this.build(linesOfPayment(input, this.settings, { acquirer: ACQUIRER, now }), input);
  }

  /**
   * Contacts that were erased since do not stop a capture or refund.
   * @throws ConnectorRejection for a rate without a code, or for an agent
   */
  ofFollowUp(input: ReceiptInput): { receipt?: object } {
    return this.build(linesOf(input, this.settings), input);
  }

  /** The description has agents in receipts of their own only. */
  private build(lines: readonly CartLine[] | undefined, input: ReceiptInput): { receipt?: object } {
    if (!lines) return {};
    if (lines.some(({ agent }) => agent)) {
      const message = 'YooKassa takes agents in receipts of their own only, and a line of the cart has an agent';
      throw ConnectorRejection.unsent(message, 'receipt.items.agent_type');
    }
    return { receipt: this.toReceipt(lines, input) };
  }

  /**
   * The receipt of its own that settles a prepayment; undefined without lines of one.
   * @throws ConnectorRejection without the payer's e-mail and phone
   */
  ofSettlement(input: ReceiptInput): object | undefined {
    const lines = toSettledLines(input, this.settings, ACQUIRER);
    if (!lines) return undefined;
    const settlements = [{ type: 'prepayment', amount: toYooKassaAmount(cartTotal(lines), input.currency) }];
    return { type: 'payment', send: true, settlements, ...this.toReceipt(lines, input) };
  }

  private toReceipt(lines: readonly CartLine[], { payer, currency }: ReceiptInput): object {
    const items = toReceiptLines(lines, this.settings).map((line) => toItem(line, currency));
    return present({ customer: readCustomer(payer), items, tax_system_code: this.settings.taxSystemCode });
  }

  /** A receipt of a payment that is never paid, for a shop that refuses payments without one. */
  ofBlock(currency: string): { receipt?: object } {
    const payer = { email: 'blocked@example.com' };
    return this.ofFollowUp({ amount: 100n, currency, product: 'Blocked operation', payer });
  }
}

function toItem(line: ReceiptLine, currency: string): object {
  const { product, quantity, priceMinor, rate, subject, mode, measure, markingCode, agent } = line;
  return {
    description: cutText(product, MAX_DESCRIPTION),
    amount: toYooKassaAmount(priceMinor, currency),
    quantity: Number(quantity),
    measure,
    vat_code: toCode(VAT_CODES, rate, { field: 'taxMode.rate', acquirer: ACQUIRER }),
    payment_mode: mode,
    payment_subject: markingCode ? `marked${subject === 'excise' ? '_excise' : ''}` : subject,
    // Pieces of marked goods state their part of a pack, also the whole.
    ...(markingCode && {
      mark_mode: '0',
      mark_code_info: { [markingCode.type === 'raw' ? 'mark_code_raw' : markingCode.type]: markingCode.value },
      mark_quantity: markingCode.part ?? { numerator: 1, denominator: 1 },
    }),
    ...(agent && { agent_type: agent.type, supplier: toSupplier(agent.supplier) }),
  };
}

function toSupplier({ name, inn, phones: [phone = ''] }: Supplier): object {
  return { name, inn, phone: phone.replace(/\D/g, '') };
}

function readCustomer({ email, phoneNumber, name }: ConnectorPayer = {}): object | undefined {
  if (email === undefined && phoneNumber === undefined) return undefined;
  return present({ full_name: name && cutText(name, MAX_NAME), email, phone: phoneNumber?.replace(/\D/g, '') });
}
