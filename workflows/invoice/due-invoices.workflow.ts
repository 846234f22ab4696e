import { condition, continueAsNew, setCurrentDetails, setHandler, sleep, workflowInfo } from '@temporalio/workflow';
import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import { localActivities } from '../operation/summarised';
import {
  dueDateComesEarlier,
  stateQuery,
  type DueInvoicesActivities,
  type DueOutlook,
  type DueState,
} from './due-invoices.contract';
import { dueInvoicesDetails } from './due-invoices.details';

const activities = localActivities<DueInvoicesActivities>(
  { cancelDueInvoices: 'Cancels what is due, and finds the next due date' },
  {
    startToCloseTimeout: '30 s',
    retry: { initialInterval: '200 ms', backoffCoefficient: 2, maximumInterval: '10 s' },
  },
);

/** However many due dates there are: looks cost the engine something each, and nobody notices half a second. */
const MIN_GAP_MS = 500;
/** The record says when to look; should it ever be wrong (it was restored), then for a day at the most. */
const MAX_SLEEP_MS = 24 * 3_600_000;
/** A history is continued as new well before a thousand events. */
const MAX_HISTORY_EVENTS = 800;

/**
 * The due dates of all invoices. Sleeps until the next of them in the record, cancels what is due, and is woken when an
 * invoice comes to wait for an earlier one. It decides by the record alone, so another run can replace a lost one at any time.
 */
export async function dueInvoices(): Promise<void> {
  const state: DueState = { cancelledCount: 0, outlook: null };
  const received = { earlier: false };
  setHandler(dueDateComesEarlier, () => void (received.earlier = true));
  setHandler(stateQuery, () => state);
  while (workflowInfo().historyLength < MAX_HISTORY_EVENTS) {
    const lookedAtMs = Date.now();
    received.earlier = false;
    const { cancelledCount, outlook } = await activities.cancelDueInvoices(rfc3339Text(new Date(lookedAtMs)));
    state.cancelledCount += cancelledCount;
    if (!outlook) continue;
    state.outlook = outlook;
    setCurrentDetails(dueInvoicesDetails(outlook));
    await condition(() => received.earlier, sleepMs(outlook), { summary: 'the next due date comes' });
    const tooSoonMs = lookedAtMs + MIN_GAP_MS - Date.now();
    if (tooSoonMs > 0) await sleep(tooSoonMs, { summary: 'lets others work' });
  }
  await continueAsNew({});
}

function sleepMs({ nextAt }: DueOutlook): number {
  if (nextAt === null) return MAX_SLEEP_MS;
  return Math.min(Math.max(Date.parse(nextAt) - Date.now(), 1), MAX_SLEEP_MS);
}
