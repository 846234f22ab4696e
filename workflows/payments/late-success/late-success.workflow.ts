import { setCurrentDetails } from '@temporalio/workflow';
import { ordinaryActivities, UNLIMITED_RETRY } from '../../platform/operation/summarised';
import type { LateSuccessActivities, LateSuccessInput } from './late-success.contract';

const activities = ordinaryActivities<LateSuccessActivities>(
  { recordLateSuccess: 'Looks up what the connector has done' },
  { startToCloseTimeout: '1 min', retry: UNLIMITED_RETRY },
);

/** Handles a connector's report of an operation that failed here: looks it up and reports a difference to operators. */
export async function lateSuccess(input: LateSuccessInput): Promise<string> {
  const { found } = await activities.recordLateSuccess(input);
  setCurrentDetails(found === null ? 'nothing differs' : `**${found}**: see \`reconciliation list\``);
  return found ?? 'nothing';
}
