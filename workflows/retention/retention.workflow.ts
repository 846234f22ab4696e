import { continueAsNew, setCurrentDetails, setHandler, sleep, workflowInfo } from '@temporalio/workflow';
import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import { localActivities } from '../operation/summarised';
import { stateQuery, type RetentionActivities, type RetentionState } from './retention.contract';

const activities = localActivities<RetentionActivities>(
  { deleteExpired: 'Forgets a batch of what is past its retention' },
  {
    startToCloseTimeout: '30 s',
    retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '5 min' },
  },
);

/** Often enough for each round to be short. */
const PAUSE_MS = 3_600_000;
/** Between two batches: whoever pays has the record for himself most of the time. */
const BREATH_MS = 250;
/** A history is continued as new well before a thousand events. */
const MAX_HISTORY_EVENTS = 800;

/** Forgets what is past its retention, a batch after the other, once an hour. */
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
    await sleep(hasMore ? BREATH_MS : PAUSE_MS, { summary: hasMore ? 'lets others work' : 'next round' });
  }
  await continueAsNew({});
}

/** What an operator reads in the engine's UI. */
function retentionDetails({ deleted, doneAt }: RetentionState): string {
  const lines = Object.entries(deleted).map(([table, count]) => `- \`${table}\`: ${count} rows deleted`);
  const done =
    doneAt === null ? 'Forgetting what is past its retention.' : `Nothing was past its retention at **${doneAt}**.`;
  return [done, '', ...lines].join('\n');
}
