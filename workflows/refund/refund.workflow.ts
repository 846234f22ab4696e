import { setCurrentDetails, setHandler, upsertSearchAttributes } from '@temporalio/workflow';
import type { RefundStatus } from '../../domain/refund/refund.machine';
import { resultOrUndefined } from '../operation/result-or-undefined';
import { localActivities, ordinaryActivities, type Summaries } from '../operation/summarised';
import { entityStatus } from '../search-attributes';
import { stateQuery, type RefundActivities, type RefundInput, type RefundState } from './refund.contract';

const SUMMARIES: Summaries<RefundActivities> = {
  refund: 'Requests the refund from the connector',
  refundAfterLookUp: 'The connector did not answer: look up, then refund',
};

/** A local activity tries once; an ordinary one retries with a look-up first, as for payments. */
const firstAttempt = localActivities<RefundActivities>(SUMMARIES, {
  startToCloseTimeout: '8 s',
  retry: { maximumAttempts: 1 },
});
const retrying = ordinaryActivities<RefundActivities>(SUMMARIES, {
  startToCloseTimeout: '1 min',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 min' },
});

/** Processes a refund until the connector decides. It has no deadline: the money is held until then. */
export async function refund(input: RefundInput): Promise<RefundStatus> {
  const state: RefundState = { status: 'pending' };
  setHandler(stateQuery, () => state);
  setCurrentDetails('**pending**, waits for the connector');
  const result = input.isRestart ? undefined : await resultOrUndefined(firstAttempt.refund(input));
  state.status = result ?? (await retrying.refundAfterLookUp(input));
  upsertSearchAttributes([entityStatus(state.status)]);
  setCurrentDetails(`**${state.status}**`);
  return state.status;
}
