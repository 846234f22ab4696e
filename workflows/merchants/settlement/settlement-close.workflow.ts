import { setCurrentDetails } from '@temporalio/workflow';
import { ordinaryActivities, UNLIMITED_RETRY } from '../../platform/operation/summarised';
import type { SettlementActivities, SettlementCloseInput, SettlementCloseResult } from './settlement.contract';

const activities = ordinaryActivities<Pick<SettlementActivities, 'closeScheduledBatch'>>(
  { closeScheduledBatch: 'Closes the batch of what is available' },
  { startToCloseTimeout: '30 min', retry: UNLIMITED_RETRY },
);

/** Closes a batch of a shop at its cut-off. */
export async function settlementClose(input: SettlementCloseInput): Promise<SettlementCloseResult> {
  const result = await activities.closeScheduledBatch(input);
  setCurrentDetails(result.batchID ? `closed batch ${result.batchID}` : 'no batch is due by the terms');
  return result;
}
