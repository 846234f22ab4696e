import { continueAsNew, setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow';
import { ordinaryActivities, UNLIMITED_RETRY } from '../../platform/operation/summarised';
import type { ErasureActivities, ErasureInput } from './erasure.contract';

const activities = ordinaryActivities<ErasureActivities>(
  { advanceErasure: 'Searches or erases the rows of the person' },
  {
    startToCloseTimeout: '60 s',
    retry: UNLIMITED_RETRY,
  },
);

/** Open payments and withdrawals keep their data until they end. */
const WAIT = '1 hour';
/** Continues as new well below the history limit. */
const MAX_HISTORY_EVENTS = 2_000;

/** Finds the rows of a person; after the confirmation, erases them. */
export async function erasure({ erasureID }: ErasureInput): Promise<string> {
  while (workflowInfo().historyLength < MAX_HISTORY_EVENTS) {
    const { state, next } = await activities.advanceErasure(erasureID);
    setCurrentDetails(`**${state}**: ${erasureID}`);
    if (next === 'end') return state;
    if (next === 'wait') await sleep(WAIT, { summary: 'open payments and withdrawals of the person' });
  }
  return continueAsNew<typeof erasure>({ erasureID });
}
