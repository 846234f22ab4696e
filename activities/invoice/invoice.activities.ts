import { cancelOverdueInvoice } from '../../store/invoice/invoice.transitions';
import type { Store } from '../../store/store';
import type { InvoiceActivities } from '../../workflows/invoice/invoice.contract';

/** What an invoice's workflow may do to the world. */
export function createInvoiceActivities({ store }: { store: Store }): InvoiceActivities {
  return {
    cancelOverdueInvoice: (invoiceID) => cancelOverdueInvoice(store, invoiceID),
  };
}
