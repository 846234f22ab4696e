import { notFound } from '../../../domain/platform/errors/refusal';
import type { Invoice } from '../../../domain/payments/invoice/invoice';
import type { InvoiceStatus } from '../../../domain/payments/invoice/invoice.machine';
import type { Payment } from '../../../domain/payments/payment/payment';
import type { PaymentFailure } from '../../../domain/payments/payment/payment-failure';
import type { PaymentStatus } from '../../../domain/payments/payment/payment.machine';
import type { UserInteraction } from '../../../domain/payments/payment/user-interaction';
import type { Refund } from '../../../domain/payments/refund/refund';
import type { RefundStatus } from '../../../domain/payments/refund/refund.machine';
import { statement, type Database } from '../../postgres/database';
import { listPayments } from '../payment/payment.queries';
import { listRefundsOfInvoice } from '../refund/refund.queries';
import { getInvoice } from './invoice.queries';

/** One change of an invoice, a payment or a refund. Created entities are shown from their own rows. */
export type RecordedInvoiceChange =
  | { changeType: 'InvoiceCreated' }
  | { changeType: 'InvoiceStatusChanged'; status: InvoiceStatus; reason?: string }
  | { changeType: 'PaymentStarted'; paymentID: string }
  | {
      changeType: 'PaymentStatusChanged';
      paymentID: string;
      status: PaymentStatus;
      error?: PaymentFailure;
      /** The rule that rejected the payment before authorisation: for operators only. */
      rule?: string;
      /** The merchant's reason for capture or cancellation: recorded, not shown. */
      reason?: string;
    }
  | { changeType: 'PaymentInteractionRequested'; paymentID: string; userInteraction: UserInteraction }
  | { changeType: 'PaymentInteractionCompleted'; paymentID: string; userInteraction: UserInteraction }
  | { changeType: 'RefundStarted'; paymentID: string; refundID: string }
  | {
      changeType: 'RefundStatusChanged';
      paymentID: string;
      refundID: string;
      status: RefundStatus;
      error?: PaymentFailure;
    };

export interface RecordedInvoiceEvent {
  number: number;
  occurredAt: Date;
  changes: RecordedInvoiceChange[];
}

export interface InvoiceHistory {
  invoice: Invoice;
  payments: Payment[];
  refunds: Refund[];
  events: RecordedInvoiceEvent[];
}

const LIST = statement<RecordedInvoiceEvent>(
  'invoice-events',
  `SELECT number, occurred_at AS "occurredAt", changes FROM events
   WHERE subject_type = 'invoice' AND subject_id = $1 AND number > $2 ORDER BY number LIMIT $3`,
);

/** An invoice's events after a number, oldest first. @throws Refusal notFound, also for an unknown event number */
export async function listInvoiceEvents(
  database: Database,
  { invoiceID, partyID, limit, after }: { invoiceID: string; partyID: string; limit: number; after: number },
): Promise<InvoiceHistory> {
  const invoice = await getInvoice(database, { invoiceID, partyID });
  if (after > invoice.eventCount) throw notFound('Event');
  const events = await database.run(LIST, [invoiceID, after, limit]);
  return {
    invoice,
    payments: await listPayments(database, { invoiceID, partyID }),
    refunds: await listRefundsOfInvoice(database, invoiceID),
    events,
  };
}
