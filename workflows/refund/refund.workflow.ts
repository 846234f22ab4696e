import { setCurrentDetails, setHandler, upsertSearchAttributes } from '@temporalio/workflow';
import type { RefundStatus } from '../../domain/refund/refund.machine';
import { resultOrUndefined } from '../operation/result-or-undefined';
import { localActivities, ordinaryActivities, type Summaries } from '../operation/summarised';
import { entityStatus } from '../search-attributes';
import { stateQuery, type RefundActivities, type RefundInput, type RefundState } from './refund.contract';

const SUMMARIES: Summaries<RefundActivities> = {
  refund: 'Asks the connector to give the money back',
  refundAfterLookUp: 'The connector did not answer: look up, then refund',
};

/** As for payments: asked by a local activity once; what stays open becomes an ordinary one that looks up first. */
const firstAttempt = localActivities<RefundActivities>(SUMMARIES, {
  startToCloseTimeout: '8 s',
  retry: { maximumAttempts: 1 },
});
const retrying = ordinaryActivities<RefundActivities>(SUMMARIES, {
  startToCloseTimeout: '1 min',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 min' },
});

/**
 * One refund, until the connector has done or refused it. It has no deadline: the money is held, and only the connector's
 * word may move it.
 */
export async function refund(input: RefundInput): Promise<RefundStatus> {
  const state: RefundState = { status: 'pending' };
  setHandler(stateQuery, () => state);
  setCurrentDetails('**pending**, waits for the connector');
  const answer = input.isRestart ? undefined : await resultOrUndefined(firstAttempt.refund(input));
  state.status = answer ?? (await retrying.refundAfterLookUp(input));
  upsertSearchAttributes([entityStatus(state.status)]);
  setCurrentDetails(`**${state.status}**`);
  return state.status;
}
