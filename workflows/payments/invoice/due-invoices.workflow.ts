import { continueAsNew, setCurrentDetails, setHandler, sleep, workflowInfo } from '@temporalio/workflow';
import { localActivities } from '../../platform/operation/summarised';
import { waitForSignal } from '../../platform/operation/wait-for-signal';
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

/** The minimum interval of batches. */
const MIN_INTERVAL_MS = 500;
/** The maximum pause, in case the stored schedule is wrong (after a restore). */
const MAX_SLEEP_MS = 24 * 3_600_000;
/** Continues as new well below the history limit. */
const MAX_HISTORY_EVENTS = 800;

/**
 * Cancels invoices at their due dates: sleeps until the next one in the database, or until a signal. Its state is in the
 * database, so a lost run can be replaced.
 */
export async function dueInvoices(): Promise<void> {
  const state: DueState = { cancelledCount: 0, outlook: null };
  const received = { earlier: false };
  setHandler(dueDateComesEarlier, () => void (received.earlier = true));
  setHandler(stateQuery, () => state);
  while (workflowInfo().historyLength < MAX_HISTORY_EVENTS) {
    const startedAtMs = Date.now();
    received.earlier = false;
    const { cancelledCount, outlook } = await activities.cancelDueInvoices();
    state.cancelledCount += cancelledCount;
    if (!outlook) continue;
    state.outlook = outlook;
    setCurrentDetails(dueInvoicesDetails(outlook));
    await waitForSignal(() => received.earlier, sleepMs(outlook), 'the next due date comes');
    const tooSoonMs = startedAtMs + MIN_INTERVAL_MS - Date.now();
    if (tooSoonMs > 0) await sleep(tooSoonMs, { summary: 'pause between batches' });
  }
  await continueAsNew({});
}

function sleepMs({ nextAt }: DueOutlook): number {
  if (nextAt === null) return MAX_SLEEP_MS;
  return Math.min(Math.max(Date.parse(nextAt) - Date.now(), 1), MAX_SLEEP_MS);
}
