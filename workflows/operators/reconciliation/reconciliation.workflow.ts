import { continueAsNew, setCurrentDetails, setHandler, sleep, workflowInfo } from '@temporalio/workflow';
import { ordinaryActivities, UNLIMITED_RETRY } from '../../platform/operation/summarised';
import {
  stateQuery,
  type ReconciliationActivities,
  type ReconciliationInput,
  type ReconciliationSnapshot,
} from './reconciliation.contract';
import { reconciliationDetails } from './reconciliation.details';

const activities = ordinaryActivities<ReconciliationActivities>(
  {
    compareNextWindow: 'Compares the next window with the database',
    repairFindings: 'Repairs what is certain',
  },
  {
    startToCloseTimeout: '10 min',
    heartbeatTimeout: '30 s',
    retry: UNLIMITED_RETRY,
  },
);

/** Pauses between overdue windows in favour of payments. */
const WINDOW_PAUSE_MS = 250;
/** The maximum pause, in case the stored schedule is wrong. */
const MAX_SLEEP_MS = 3_600_000;
/** Continues as new well below the history limit. */
const MAX_HISTORY_EVENTS = 800;

/**
 * Compares a connector's operations with the database, window by window, and repairs certain differences until an operator
 * ends it. Its state is in the database, so a lost run can be replaced.
 */
export async function reconciliation(input: ReconciliationInput): Promise<void> {
  const state: ReconciliationSnapshot = { windowCount: 0, operationCount: 0, repairedCount: 0, look: null };
  setHandler(stateQuery, () => state);
  while (workflowInfo().historyLength < MAX_HISTORY_EVENTS) {
    const look = await activities.compareNextWindow(input);
    state.look = look;
    if (look.isEnded) return;
    if (look.compared) state.windowCount += 1;
    state.operationCount += look.compared?.operationCount ?? 0;
    if (look.repairCount > 0) state.repairedCount += await repairAll(input);
    setCurrentDetails(reconciliationDetails(state));
    const leftMs = Math.min(Date.parse(look.nextAt) - Date.now(), MAX_SLEEP_MS);
    await sleep(Math.max(leftMs, WINDOW_PAUSE_MS), {
      summary: leftMs > WINDOW_PAUSE_MS ? 'the next window' : 'pause between batches',
    });
  }
  await continueAsNew(input);
}

async function repairAll(input: ReconciliationInput): Promise<number> {
  let repaired = 0;
  for (let left = 1; left > 0 && workflowInfo().historyLength < MAX_HISTORY_EVENTS;) {
    const { repairedCount, leftCount } = await activities.repairFindings(input);
    repaired += repairedCount;
    left = leftCount;
  }
  return repaired;
}
