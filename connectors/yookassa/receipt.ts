import { lineCost, type CartLine, type VatRate } from '../../domain/invoice/cart';
import { ConnectorMisuse } from '../connector';
import type { ConnectorPayer } from '../payer';
import { toYooKassaAmount } from './yookassa-amount';

/**
 * YooKassa's VAT codes (tag 1199 of 54-FZ) by the rates of the API. The rates of 18 % ended in 2018, so no receipt can
 * have them.
 */
export const VAT_CODES = {
  '0%': 2,
  '10%': 3,
  '18%': undefined,
  '20%': 4,
  '10/110': 5,
  '18/118': undefined,
  '20/120': 6,
} as const satisfies Record<VatRate, number | undefined>;

/** The code of goods without VAT: a line of a cart has a tax mode only if it is taxed. */
const WITHOUT_VAT = 1;

const MAX_DESCRIPTION = 128;
/** Of online registers; receipts of YooMoney take 80, and YooKassa refuses more. */
const MAX_LINES = 100;
const MAX_QUANTITY = 99_999n;

/** The settings of a shop's receipts. */
export interface ReceiptSettings {
  /** Whether the shop has no online register, or sends its receipts itself. */
  isOff?: boolean | undefined;
  /** Tag 1055 of 54-FZ, for registers that ask for it. */
  taxSystemCode?: number | undefined;
}

export interface ReceiptInput {
  items?: readonly CartLine[];
  payer?: ConnectorPayer;
  currency: string;
}

/** Builds receipts under 54-FZ: a payment with a cart has one, as have its captures and refunds. */
export class YooKassaReceipts {
  constructor(private readonly settings: ReceiptSettings = {}) {}

  /** @throws ConnectorMisuse without the payer's e-mail and phone, or for a rate without a code */
  ofPayment(input: ReceiptInput): { receipt?: object } {
    if (!this.settings.isOff && input.items && !readCustomer(input.payer)) {
      throw new ConnectorMisuse('A receipt of YooKassa needs the payer’s e-mail or phone, and contactInfo has neither');
    }
    return this.ofFollowUp(input);
  }

  /** Contacts that were erased since do not stop a capture or refund. @throws ConnectorMisuse for a rate without a code */
  ofFollowUp({ items, payer, currency }: ReceiptInput): { receipt?: object } {
    const { isOff, taxSystemCode } = this.settings;
    if (isOff || !items) return {};
    const customer = readCustomer(payer);
    const receipt = {
      ...(customer && { customer }),
      items: fitLimits(items).map((line) => toItem(line, currency)),
      ...(taxSystemCode !== undefined && { tax_system_code: taxSystemCode }),
    };
    return { receipt };
  }
}

function readCustomer({ email, phoneNumber, name }: ConnectorPayer = {}): object | undefined {
  if (email === undefined && phoneNumber === undefined) return undefined;
  return {
    ...(name !== undefined && { full_name: name.slice(0, 256) }),
    ...(email !== undefined && { email }),
    ...(phoneNumber !== undefined && { phone: phoneNumber.replace(/\D/g, '') }),
  };
}

/** Too many lines or pieces are merged: one piece for each product and rate, with the same sum. */
function fitLimits(items: readonly CartLine[]): readonly CartLine[] {
  if (items.length <= MAX_LINES && items.every(({ quantity }) => quantity <= MAX_QUANTITY)) return items;
  const merged = new Map<string, CartLine>();
  for (const line of items) {
    const key = JSON.stringify([line.product, line.taxRate]);
    const priceMinor = (merged.get(key)?.priceMinor ?? 0n) + lineCost(line);
    merged.set(key, { ...line, quantity: 1n, priceMinor });
  }
  return [...merged.values()];
}

function toItem({ product, quantity, priceMinor, taxRate }: CartLine, currency: string): object {
  return {
    description: Array.from(product).slice(0, MAX_DESCRIPTION).join(''),
    amount: toYooKassaAmount(priceMinor, currency),
    quantity: Number(quantity),
    measure: 'piece',
    vat_code: toVatCode(taxRate),
    payment_mode: 'full_payment',
    payment_subject: 'commodity',
  };
}

function toVatCode(rate: VatRate | undefined): number {
  if (rate === undefined) return WITHOUT_VAT;
  const code = VAT_CODES[rate];
  if (code !== undefined) return code;
  throw new ConnectorMisuse(`YooKassa has no VAT code for the rate ${rate}, which a line of the cart has`);
}
