import { continueAsNew, setCurrentDetails, setHandler, sleep, workflowInfo } from '@temporalio/workflow';
import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import { ordinaryActivities } from '../operation/summarised';
import {
  stateQuery,
  type ReconciliationActivities,
  type ReconciliationInput,
  type ReconciliationState,
  type ReconciliationTask,
} from './reconciliation.contract';
import { reconciliationDetails } from './reconciliation.details';

const activities = ordinaryActivities<ReconciliationActivities>(
  {
    compareNextWindow: 'Compares the next window with the record',
    repairFindings: 'Repairs what is certain',
  },
  {
    startToCloseTimeout: '10 min',
    heartbeatTimeout: '30 s',
    retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '5 min' },
  },
);

/** Between two windows where it is behind: whoever pays has the record for himself most of the time. */
const BREATH_MS = 250;
/** The record says when the next window is due; should it ever be wrong, then for an hour at the most. */
const MAX_SLEEP_MS = 3_600_000;
/** A history is continued as new well before a thousand events. */
const MAX_HISTORY_EVENTS = 800;

/**
 * Compares one connector's operations with the record, window after window, and has repaired what is certain, until an operator
 * ends it. How far it has come is in the record, so another run can replace a lost one at any time.
 */
export async function reconciliation(input: ReconciliationInput): Promise<void> {
  const state: ReconciliationState = { windowCount: 0, operationCount: 0, repairedCount: 0, look: null };
  setHandler(stateQuery, () => state);
  while (workflowInfo().historyLength < MAX_HISTORY_EVENTS) {
    const look = await activities.compareNextWindow(asOfNow(input));
    state.look = look;
    if (look.isEnded) return;
    if (look.compared) state.windowCount += 1;
    state.operationCount += look.compared?.operationCount ?? 0;
    if (look.repairCount > 0) state.repairedCount += await repairAll(input);
    setCurrentDetails(reconciliationDetails(state));
    const leftMs = Math.min(Date.parse(look.nextAt) - Date.now(), MAX_SLEEP_MS);
    await sleep(Math.max(leftMs, BREATH_MS), { summary: leftMs > BREATH_MS ? 'the next window' : 'lets others work' });
  }
  await continueAsNew(input);
}

async function repairAll(input: ReconciliationInput): Promise<number> {
  let repaired = 0;
  for (let left = 1; left > 0 && workflowInfo().historyLength < MAX_HISTORY_EVENTS;) {
    const { repairedCount, leftCount } = await activities.repairFindings(asOfNow(input));
    repaired += repairedCount;
    left = leftCount;
  }
  return repaired;
}

function asOfNow({ connector }: ReconciliationInput): ReconciliationTask {
  return { connector, asOf: rfc3339Text(new Date()) };
}
