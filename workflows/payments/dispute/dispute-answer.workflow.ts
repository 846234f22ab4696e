import { setCurrentDetails } from '@temporalio/workflow';
import { ordinaryActivities, UNLIMITED_RETRY } from '../../platform/operation/summarised';
import type { DisputeAnswerActivities, DisputeAnswerInput } from './dispute.contract';

const activities = ordinaryActivities<DisputeAnswerActivities>(
  { answerDispute: 'Sends the answer to the dispute' },
  { startToCloseTimeout: '1 min', retry: UNLIMITED_RETRY },
);

/** Answers a stage of a dispute until the acquirer has taken or refused it; who wins arrives by a callback. */
export async function disputeAnswer(input: DisputeAnswerInput): Promise<string> {
  const { result } = await activities.answerDispute(input);
  setCurrentDetails(result === 'refused' ? '**refused**: see `reconciliation list`' : result);
  return result;
}
