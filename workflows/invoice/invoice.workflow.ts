import {
  condition,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { entityStatus } from '../search-attributes';
import {
  closed,
  paymentEnded,
  stateQuery,
  type InvoiceActivities,
  type InvoiceInput,
  type InvoiceState,
} from './invoice.contract';

const activities = proxyLocalActivities<InvoiceActivities>({
  startToCloseTimeout: '5 s',
  retry: { initialInterval: '200 ms', backoffCoefficient: 2, maximumInterval: '10 s' },
});

/**
 * An invoice's due date. The engine starts it at that date (a start delay), or earlier when the invoice is paid or
 * withdrawn and nothing is left to wait for. A payment under way holds the due date up until it ends.
 */
export async function invoice({ invoiceID, dueDate }: InvoiceInput): Promise<string> {
  const state: InvoiceState = { waitingFor: null };
  const heard: { closed: string | undefined; paymentEnded: boolean } = { closed: undefined, paymentEnded: false };
  setHandler(closed, (status) => void (heard.closed = status));
  setHandler(paymentEnded, () => void (heard.paymentEnded = true));
  setHandler(stateQuery, () => state);
  const waits = (what: string): void => {
    state.waitingFor = what;
    setCurrentDetails(`Waits for ${what}`);
  };

  const leftMs = Date.parse(dueDate) - Date.now();
  if (leftMs > 0 && !heard.closed) {
    waits(`payment, until ${dueDate}`);
    await condition(() => heard.closed !== undefined, leftMs);
  }
  while (!heard.closed) {
    const outcome = await activities.cancelOverdueInvoice(invoiceID);
    if (outcome !== 'paymentUnderWay') return ended(outcome);
    waits('the payment under way to end; the due date has passed');
    heard.paymentEnded = false;
    await condition(() => heard.closed !== undefined || heard.paymentEnded);
  }
  return ended(heard.closed);
}

function ended(status: string): string {
  upsertSearchAttributes([entityStatus(status)]);
  setCurrentDetails(`**${status}**`);
  return status;
}
