import { defineQuery, defineSignal } from '@temporalio/workflow';
import type { OverdueOutcome } from '../../domain/invoice/invoice';
import { signals } from '../../domain/workflow-messages';

/** What an invoice's workflow is started with. */
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

/** With the status that the invoice now has. */
export const closed = defineSignal<[status: string]>(signals.invoiceClosed);
export const paymentEnded = defineSignal(signals.paymentEnded);
export const stateQuery = defineQuery<InvoiceState>('state');
