import {
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { WithdrawalActivities } from '../../activities/withdrawal/withdrawal.activities';
import { entityStatus } from '../search-attributes';
import { stateQuery, type WithdrawalInput, type WithdrawalState } from './withdrawal.messages';

/** As with payments: the provider is asked once at no cost to the engine; what stays open moves to where it is seen. */
const quick = proxyLocalActivities<WithdrawalActivities>({ startToCloseTimeout: '8 s', retry: { maximumAttempts: 1 } });

const patient = proxyActivities<WithdrawalActivities>({
  startToCloseTimeout: '1 min',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 min' },
  summary: 'The provider did not answer: look up, then pay out',
});

/**
 * One withdrawal, from held funds to money paid out or given back. It ends only when the provider's answer is certain:
 * an unknown outcome is looked up, never repeated blindly and never taken for a failure.
 */
export async function withdrawal(input: WithdrawalInput): Promise<WithdrawalState['status']> {
  const state: WithdrawalState = { status: 'Pending', waitingFor: 'the provider' };
  setHandler(stateQuery, () => state);
  setCurrentDetails('**Pending**, funds are held, waits for the provider');
  const quickly = await quick.payOut(input).catch(() => undefined);
  const { status } = quickly ?? (await patient.payOutAfterLookUp(input));
  Object.assign(state, { status, waitingFor: null });
  upsertSearchAttributes([entityStatus(status)]);
  setCurrentDetails(`**${status}**`);
  return status;
}
