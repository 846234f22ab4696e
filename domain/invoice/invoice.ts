import type { RecordedAllocationPart } from '../allocation/recorded-allocation';
import type { RecordedCartLine } from './cart';
import type { InvoiceStatus } from './invoice.machine';

/** A Russian bank account that an invoice's money shall go to. */
export interface InvoiceBankAccount {
  accountType: 'InvoiceRussianBankAccount';
  account: string;
  bankBik: string;
}

/** The amount before and after it was randomised, in minor units. */
export interface AmountRandomized {
  original: number;
  randomized: number;
}

/** An invoice as it stands. Amounts are in minor units. */
export interface Invoice {
  id: string;
  partyID: string;
  shopID: string;
  externalID: string | null;
  templateID: string | null;
  createdAt: Date;
  dueDate: Date;
  amountMinor: bigint;
  currency: string;
  product: string;
  description: string | null;
  cart: RecordedCartLine[] | null;
  /** How the money is distributed between shops; the rest stays with the shop itself. */
  allocation: RecordedAllocationPart[] | null;
  bankAccount: InvoiceBankAccount | null;
  metadata: object;
  clientInfo: { trustLevel: 'wellKnown' | 'unknown' } | null;
  amountRandomized: AmountRandomized | null;
  status: InvoiceStatus;
  statusChangedAt: Date;
  reason: string | null;
  /** How many events the invoice has had: the next one's number is one more. */
  eventCount: number;
  paymentCount: number;
  /** The payment that is pending, processed, or being decided; an invoice has at most one. */
  activePaymentID: string | null;
}

/** The reason that an invoice cancelled by its due date carries. */
export const OVERDUE_REASON = 'overdue';
