import type { InvoiceLine, PaymentMethod, PaymentResourceResult } from '../api/types';
import type { Cost } from '../session';
import type { Progress } from './progress';

export interface Order {
  shop?: string;
  /** Whether no real money moves. */
  isTest?: boolean;
  product?: string;
  description?: string;
  lines: readonly InvoiceLine[];
  /** When the invoice ends, unless the shop has chosen another deadline for its payments. */
  dueDate?: string;
  /** Absent when a card is bound, and until the amount is known. */
  cost?: Cost;
}

/** The page's purpose, an invoice to pay or a customer to bind, with all its calls to the platform. */
export interface Purpose {
  kind: 'payment' | 'binding';
  subject: { invoiceID?: string; customerID?: string };
  token: string;
  load(): Promise<{ order: Order; progress: Pick<Progress, 'status' | 'reason'> }>;
  methods(): Promise<PaymentMethod[]>;
  begin(input: { resource: PaymentResourceResult; attemptID: string; contact: Contact }): Promise<void>;
  /** Gives up an attempt that waits for the payer; absent when unsupported. */
  giveUp?(attemptID: string): Promise<void>;
  /** Reads all new events. It is polled, so one late response is not waited for long. */
  follow(progress: Progress, limits?: FollowLimits): Promise<Progress>;
  /** Returns the bank's approval codes, which events do not contain. */
  approval(attemptID: string): Promise<{ approvalCode?: string; rrn?: string }>;
}

export interface FollowLimits {
  attempts?: number;
  timeoutMs?: number;
}

/** A billing address in the API's fields; the country is ISO 3166-1 alpha-3. */
export interface CardholderAddress {
  country: string;
  state?: string;
  city: string;
  address: string;
  postalCode: string;
}

export interface Contact extends Partial<CardholderAddress> {
  email?: string;
  phoneNumber?: string;
}
