import type { RecordedAllocationPart } from '../allocation/recorded-allocation';
import type { RecordedCartLine } from './cart';
import type { InvoiceStatus } from './invoice.machine';

/** A Russian bank account that receives an invoice's money. */
export interface InvoiceBankAccount {
  accountType: 'InvoiceRussianBankAccount';
  account: string;
  bankBik: string;
}

/** The amount before and after randomisation, in minor units. */
export interface AmountRandomized {
  original: number;
  randomized: number;
}

/** An invoice. Amounts are in minor units. */
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
  /** How the money is distributed between shops; the remainder belongs to the invoice's own shop. */
  allocation: RecordedAllocationPart[] | null;
  bankAccount: InvoiceBankAccount | null;
  metadata: object;
  clientInfo: { trustLevel: 'wellKnown' | 'unknown' } | null;
  amountRandomized: AmountRandomized | null;
  status: InvoiceStatus;
  statusChangedAt: Date;
  reason: string | null;
  /** The number of its events so far. */
  eventCount: number;
  paymentCount: number;
  /** The payment that is pending, processed or being decided; at most one. */
  activePaymentID: string | null;
}

/** The reason of an invoice cancelled at its due date. */
export const OVERDUE_REASON = 'overdue';
