import {
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { RefundActivities } from '../../activities/refund/refund.activities';
import { entityStatus } from '../search-attributes';
import { stateQuery, type RefundInput, type RefundState } from './refund.contract';

/** As for payments: asked by a local activity once; what stays open becomes an ordinary one that looks up first. */
const quick = proxyLocalActivities<RefundActivities>({ startToCloseTimeout: '8 s', retry: { maximumAttempts: 1 } });
const patient = proxyActivities<RefundActivities>({
  startToCloseTimeout: '1 min',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 min' },
});

/**
 * One refund, until the provider has done or refused it. It has no deadline: the money is held, and only the provider's
 * word may move it.
 */
export async function refund(input: RefundInput): Promise<RefundState['status']> {
  const state: RefundState = { status: 'pending' };
  setHandler(stateQuery, () => state);
  setCurrentDetails('**pending**, waits for the provider');
  const quickly = input.isRevived ? undefined : await quick.refund(input).catch(() => undefined);
  state.status = quickly ?? (await patient.refundAfterLookUp(input));
  upsertSearchAttributes([entityStatus(state.status)]);
  setCurrentDetails(`**${state.status}**`);
  return state.status;
}
