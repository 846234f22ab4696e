import { setCurrentDetails, setHandler, upsertSearchAttributes } from '@temporalio/workflow';
import type { RefundStatus } from '../../../domain/payments/refund/refund.machine';
import { awaitResult } from '../../platform/operation/await-payer';
import { resultOrUndefined } from '../../platform/operation/result-or-undefined';
import { localActivities, ordinaryActivities, type Summaries } from '../../platform/operation/summarised';
import { entityStatus } from '../../search-attributes';
import {
  interactionEnded,
  stateQuery,
  type RefundActivities,
  type RefundInput,
  type RefundState,
} from './refund.contract';

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
  const received = { interaction: false };
  setHandler(interactionEnded, () => void (received.interaction = true));
  setHandler(stateQuery, () => state);
  setCurrentDetails('**pending**, waits for the connector');
  const requested = input.first?.status ?? (await request(input));
  const decided = await awaitResult<RefundStatus>({
    first: requested,
    received,
    isOpen: (status) => status === 'pending',
    lookUp: () => resultOrUndefined(firstAttempt.refundAfterLookUp(input)),
    onWait: () => setCurrentDetails('**pending**, accepted by the connector: the result comes later'),
  });
  state.status = decided ?? requested;
  if (state.status !== input.first?.status) upsertSearchAttributes([entityStatus(state.status)]);
  setCurrentDetails(`**${state.status}**`);
  return state.status;
}

async function request(input: RefundInput): Promise<RefundStatus> {
  const result = input.isRestart ? undefined : await resultOrUndefined(firstAttempt.refund(input));
  return result ?? retrying.refundAfterLookUp(input);
}
