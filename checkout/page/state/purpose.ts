import type { InvoiceLine, PaymentMethod, PaymentResourceResult } from '../api/types';
import type { Progress } from './progress';

/** What is paid for, as it is shown. */
export interface Order {
  /** What the link or the platform calls the shop. */
  shop?: string;
  product?: string;
  description?: string;
  lines: readonly InvoiceLine[];
  /** Absent where a card is bound and nothing is paid. */
  amount?: number;
  currency?: string;
}

/** What the page is there for: an invoice to be paid, or a customer whose card is bound. All it asks of the platform. */
export interface Purpose {
  kind: 'payment' | 'binding';
  /** Ids for the shop's page. */
  subject: { invoiceID?: string; customerID?: string };
  /** With which tools are tokenised. */
  token: string;
  load(): Promise<{ order: Order; progress: Pick<Progress, 'status' | 'reason'> }>;
  methods(): Promise<PaymentMethod[]>;
  begin(input: { resource: PaymentResourceResult; attemptID: string; contact: Contact }): Promise<void>;
  /** Ends an attempt that waits for the payer, who wants another way; absent where there is none. */
  giveUp?(attemptID: string): Promise<void>;
  /** What has happened since, read to its end. It is asked for again and again, so one answer that is late is not waited for long. */
  follow(progress: Progress, limits?: FollowLimits): Promise<Progress>;
  /** What the bank has said of a payment: it is not in the events. */
  approval(attemptID: string): Promise<{ approvalCode?: string; rrn?: string }>;
}

export interface FollowLimits {
  attempts?: number;
  timeoutMs?: number;
}

export interface Contact {
  email?: string;
  phoneNumber?: string;
}
