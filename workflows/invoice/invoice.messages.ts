import { defineQuery, defineSignal } from '@temporalio/workflow';
import { signals } from '../../domain/workflow-messages';

export interface InvoiceInput {
  invoiceID: string;
  /** ISO 8601. */
  dueDate: string;
}

/** What the workflow answers to the query `state`. */
export interface InvoiceState {
  waitingFor: string | null;
}

/** With the status that the invoice now has. */
export const closed = defineSignal<[status: string]>(signals.invoiceClosed);
export const paymentEnded = defineSignal(signals.paymentEnded);
export const stateQuery = defineQuery<InvoiceState>('state');
