import { setCurrentDetails, sleep } from '@temporalio/workflow';
import { ordinaryActivities, UNLIMITED_RETRY } from '../../platform/operation/summarised';
import type { DisputeActivities, DisputeInput } from './dispute.contract';

const activities = ordinaryActivities<DisputeActivities>(
  { applyDispute: 'Applies what the acquirer states about the dispute' },
  { startToCloseTimeout: '1 min', retry: UNLIMITED_RETRY },
);

/** For a payment whose capture is not known yet, and for an earlier statement of the dispute. */
const WAITS_MS = [10_000, 60_000, 600_000, 3_600_000];

/** Applies a statement of an acquirer about a dispute; one that cannot be applied in time is listed for operators. */
export async function dispute({ noticeID }: DisputeInput): Promise<string> {
  for (const waitMs of WAITS_MS) {
    const { state } = await activities.applyDispute({ noticeID });
    if (state !== 'waiting') return report(state);
    await sleep(waitMs, { summary: 'until the dispute may be applied' });
  }
  const { state } = await activities.applyDispute({ noticeID });
  return report(state);
}

function report(state: string): string {
  setCurrentDetails(state === 'attention' ? '**needs an operator**: see `reconciliation list`' : state);
  return state;
}
