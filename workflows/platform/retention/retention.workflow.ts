import { continueAsNew, setCurrentDetails, setHandler, sleep, workflowInfo } from '@temporalio/workflow';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { localActivities, UNLIMITED_RETRY } from '../operation/summarised';
import { stateQuery, type RetentionActivities, type RetentionState } from './retention.contract';

const activities = localActivities<RetentionActivities>(
  { deleteExpired: 'Deletes a batch of rows past their retention' },
  {
    startToCloseTimeout: '30 s',
    retry: UNLIMITED_RETRY,
  },
);

/** Often enough to keep rounds short. */
const PAUSE_MS = 3_600_000;
/** Pauses between batches in favour of payments. */
const BATCH_PAUSE_MS = 250;
/** Continues as new well below the history limit. */
const MAX_HISTORY_EVENTS = 800;

/** Deletes rows past their retention in batches, once an hour. */
export async function retention(): Promise<void> {
  const state: RetentionState = { deleted: {}, doneAt: null };
  setHandler(stateQuery, () => state);
  while (workflowInfo().historyLength < MAX_HISTORY_EVENTS) {
    const { deleted, hasMore } = await activities.deleteExpired();
    for (const [table, count] of Object.entries(deleted)) {
      state.deleted[table] = (state.deleted[table] ?? 0) + count;
    }
    if (!hasMore) state.doneAt = rfc3339Text(new Date());
    setCurrentDetails(retentionDetails(state));
    await sleep(hasMore ? BATCH_PAUSE_MS : PAUSE_MS, { summary: hasMore ? 'pause between batches' : 'next round' });
  }
  await continueAsNew({});
}

/** Details for operators in Temporal UI. */
function retentionDetails({ deleted, doneAt }: RetentionState): string {
  const lines = Object.entries(deleted).map(([table, count]) => `- \`${table}\`: ${count} rows deleted`);
  const done =
    doneAt === null ? 'Forgetting what is past its retention.' : `Nothing was past its retention at **${doneAt}**.`;
  return [done, '', ...lines].join('\n');
}
