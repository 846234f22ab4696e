import { cartTotal, lineCost, type CartLine } from '../../domain/payments/invoice/cart';
import {
  MEASURES,
  type Agent,
  type AgentType,
  type MarkingCode,
  type PaymentSubject,
} from '../../domain/payments/invoice/fiscal-tags';
import type { VatRate } from '../../domain/payments/invoice/vat';
import { present } from '../../domain/platform/fields/present';
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
import type { FORMATS, TAXATIONS } from './tbank-codes';

/** Without `taxation`, which the bank asks for, there are no receipts. */
export interface TBankReceiptSettings extends Omit<ReceiptSettings, 'isOff'> {
  taxation?: (typeof TAXATIONS)[number] | undefined;
  format?: (typeof FORMATS)[number] | undefined;
}

const ACQUIRER = 'T-Bank';
/** Tag 1222. Payment agents owe the receipt phones and operators, which carts do not have. */
const AGENT_SIGNS: Record<AgentType, string | undefined> = {
  ...{ attorney: 'attorney', commissioner: 'commission_agent', agent: 'another' },
  ...{ banking_payment_agent: undefined, banking_payment_subagent: undefined },
  ...{ payment_agent: undefined, payment_subagent: undefined },
};

/** Tag 1199. Rates of 20 % are those of earlier sales. */
const TAXES = {
  none: 'none',
  ...{ '0%': 'vat0', '5%': 'vat5', '7%': 'vat7', '10%': 'vat10', '20%': 'vat20', '22%': 'vat22' },
  ...{ '5/105': 'vat105', '7/107': 'vat107', '10/110': 'vat110', '20/120': 'vat120', '22/122': 'vat122' },
  ...{ '18%': undefined, '18/118': undefined },
} as const satisfies Record<VatRate | 'none', string | undefined>;

const NEVER = { insurance_premium: undefined, fine: undefined, tax: undefined };

/** What the bank calls otherwise than the API; undefined is what its receipts cannot have. */
const SUBJECTS: Record<(typeof FORMATS)[number], Partial<Record<PaymentSubject, string | undefined>>> = {
  '1.05': { property_right: undefined, resort_fee: undefined, ...NEVER },
  '1.2': {
    ...{ property_right: 'property_rights', resort_fee: 'resort_tax' },
    ...{ composite: undefined, ...NEVER },
  },
};

/** Subjects of goods with a marking code. */
const MARKED_SUBJECTS = { commodity: 'goods_with_marking_code', excise: 'excisable_goods_with_marking_code' };

/** `Receipt` of a session, its capture and its refunds. */
export class TBankReceipts {
  private readonly settings: ReceiptSettings;

  constructor(private readonly given: TBankReceiptSettings = {}) {
    this.settings = { ...given, isOff: given.taxation === undefined };
  }

  /** @throws ConnectorRejection as `linesOfPayment`, or for what the format lacks */
  ofPayment(input: ReceiptInput, now: Date): { Receipt?: object } {
    const lines = linesOfPayment(input, this.settings, { acquirer: ACQUIRER, now });
    return lines ? this.build(lines, input.payer) : {};
  }

  /** The bank takes no receipt without contacts: if they were erased since, a capture or refund has none. */
  ofFollowUp(input: ReceiptInput): { Receipt?: object } {
    const lines = linesOf(input, this.settings);
    const { email, phoneNumber } = input.payer ?? {};
    return lines && (email ?? phoneNumber) !== undefined ? this.build(lines, input.payer) : {};
  }

  /**
   * The receipt that settles a prepayment, paid by what was prepaid (tag 1215); undefined without lines of one.
   * @throws ConnectorRejection without the payer's e-mail and phone
   */
  ofSettlement(input: ReceiptInput): { Receipt: object } | undefined {
    const lines = toSettledLines(input, this.settings, ACQUIRER);
    if (!lines) return undefined;
    const Payments = { Electronic: 0, AdvancePayment: Number(cartTotal(lines)) };
    return { Receipt: { ...this.build(lines, input.payer).Receipt, Payments } };
  }

  /** What receipts of follow-ups need, and the bank does not show: the product of a payment without a cart. */
  toDetails(input: ReceiptInput): { product?: string } {
    const [line] = linesOf(input, this.settings) ?? [];
    return line && !input.items ? { product: cutText(line.product, MAX_DESCRIPTION) } : {};
  }

  private build(lines: readonly CartLine[], { email, phoneNumber }: ConnectorPayer = {}): { Receipt: object } {
    const { taxation, format = '1.05' } = this.given;
    const contacts = present({ Email: email, Phone: phoneNumber && toPhone(phoneNumber) });
    const Items = toReceiptLines(lines, this.settings).map((line) => toItem(line, format));
    return { Receipt: { FfdVersion: format, Taxation: taxation, ...contacts, Items } };
  }
}

function toItem(line: ReceiptLine, format: (typeof FORMATS)[number]): object {
  const { product, quantity, priceMinor, rate, subject, mode, measure, markingCode, agent } = line;
  const receipts = { acquirer: `${ACQUIRER} in the format ${format}` };
  if (markingCode && format !== '1.2') {
    const message = `Receipts of ${receipts.acquirer} have no marking codes: set the account’s receiptFormat to 1.2`;
    throw ConnectorRejection.unsent(message, 'markingCode');
  }
  const subjects = { [subject]: subject, ...SUBJECTS[format], ...(markingCode && MARKED_SUBJECTS) };
  return {
    ...{ Name: cutText(product, MAX_DESCRIPTION), Price: Number(priceMinor), Quantity: Number(quantity) },
    ...{ Amount: Number(lineCost(line)), Tax: toCode(TAXES, rate, { ...receipts, field: 'taxMode.rate' }) },
    // Tag 1214.
    PaymentMethod: mode === 'partial_prepayment' ? 'prepayment' : mode,
    PaymentObject: toCode(subjects, subject, { ...receipts, field: 'paymentSubject' }),
    ...(format === '1.2' && { MeasurementUnit: MEASURES[measure] }),
    ...(markingCode && toMarking(markingCode)),
    ...(agent && toAgent(agent, receipts)),
  };
}

function toMarking({ type, value, part }: MarkingCode): object {
  const MarkCodeType = type === 'raw' ? 'RAWCODE' : type.replace('_', '').toUpperCase();
  const MarkQuantity = part && { Numerator: part.numerator, Denominator: part.denominator };
  return { MarkProcessingMode: '0', MarkCode: { MarkCodeType, Value: value }, ...present({ MarkQuantity }) };
}

function toAgent({ type, supplier }: Agent, receipts: { acquirer: string }): object {
  const { name: Name, inn: Inn, phones } = supplier;
  return {
    AgentData: { AgentSign: toCode(AGENT_SIGNS, type, { ...receipts, field: 'agent.type' }) },
    SupplierInfo: { Phones: phones.map(toPhone), Name, Inn },
  };
}

function toPhone(phone: string): string {
  return `+${phone.replace(/\D/g, '')}`;
}
