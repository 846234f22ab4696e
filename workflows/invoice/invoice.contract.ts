import { defineQuery, defineSignal } from '@temporalio/workflow';
import type { OverdueOutcome } from '../../domain/invoice/invoice';

/** What an invoice's workflow was started with. */
export interface InvoiceInput {
  invoiceID: string;
  /** ISO 8601. */
  dueDate: string;
}

/** What the workflow answers to the query `state`. */
export interface InvoiceState {
  waitingFor: string | null;
}

/** What the workflow needs of the world. */
export interface InvoiceActivities {
  /** Cancels the invoice if it is unpaid and no payment is under way. Harmless when repeated. */
  cancelOverdueInvoice(invoiceID: string): Promise<OverdueOutcome>;
}

/** With the status that the invoice now has. Nobody sends it any more; it stands in histories. */
export const closed = defineSignal<[status: string]>('closed');
/** Sent once more by the migration that brought the workflow of all due dates. */
export const paymentEnded = defineSignal('paymentEnded');
export const stateQuery = defineQuery<InvoiceState>('state');
