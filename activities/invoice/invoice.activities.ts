import { cancelOverdueInvoice, type OverdueOutcome } from '../../store/invoice/invoice.transitions';
import type { Store } from '../../store/store';

/** What an invoice's workflow may do to the world. */
export interface InvoiceActivities {
  /** Cancels the invoice if it is unpaid and no payment is under way. Harmless when repeated. */
  cancelOverdueInvoice(invoiceID: string): Promise<OverdueOutcome>;
}

export function createInvoiceActivities({ store }: { store: Store }): InvoiceActivities {
  return {
    cancelOverdueInvoice: (invoiceID) => cancelOverdueInvoice(store, invoiceID),
  };
}
