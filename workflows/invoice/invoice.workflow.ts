import { condition, patched, setCurrentDetails, setHandler, upsertSearchAttributes } from '@temporalio/workflow';
import { localActivities } from '../operation/summarised';
import { entityStatus } from '../search-attributes';
import {
  closed,
  paymentEnded,
  stateQuery,
  type InvoiceActivities,
  type InvoiceInput,
  type InvoiceState,
} from './invoice.contract';

/** Histories without it waited for the payment under way to end. */
const WITH_DUE_INVOICES = 'with-due-invoices';

const activities = localActivities<InvoiceActivities>(
  { cancelOverdueInvoice: 'Cancels the invoice, should nobody be paying it' },
  {
    startToCloseTimeout: '5 s',
    retry: { initialInterval: '200 ms', backoffCoefficient: 2, maximumInterval: '10 s' },
  },
);

/**
 * An invoice's due date, as an earlier version had it: a workflow for each invoice, which the engine starts at that date (a
 * start delay). It is kept while such workflows live, and ends with the date: one workflow now sees to all due dates
 * (`due-invoices.workflow.ts`), also to those that a payment under way holds up.
 */
export async function invoice({ invoiceID, dueDate }: InvoiceInput): Promise<string> {
  const state: InvoiceState = { waitingFor: null };
  const received: { closed: string | undefined; paymentEnded: boolean } = { closed: undefined, paymentEnded: false };
  setHandler(closed, (status) => void (received.closed = status));
  setHandler(paymentEnded, () => void (received.paymentEnded = true));
  setHandler(stateQuery, () => state);
  const waits = (what: string): void => {
    state.waitingFor = what;
    setCurrentDetails(`Waits for ${what}`);
  };

  const leftMs = Date.parse(dueDate) - Date.now();
  if (leftMs > 0 && !received.closed) {
    waits(`payment, until ${dueDate}`);
    await condition(() => received.closed !== undefined, leftMs, { summary: 'the due date comes' });
  }
  while (!received.closed) {
    const outcome = await activities.cancelOverdueInvoice(invoiceID);
    if (outcome !== 'paymentUnderWay' || patched(WITH_DUE_INVOICES)) return ended(outcome);
    waits('the payment under way to end; the due date has passed');
    received.paymentEnded = false;
    await condition(() => received.closed !== undefined || received.paymentEnded);
  }
  return ended(received.closed);
}

function ended(status: string): string {
  upsertSearchAttributes([entityStatus(status)]);
  setCurrentDetails(`**${status}**`);
  return status;
}
