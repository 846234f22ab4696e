import {
  continueAsNew,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { WithdrawalActivities } from '../../activities/withdrawal/withdrawal.activities';
import { awaitPayer } from '../payer/await-payer';
import { entityStatus } from '../search-attributes';
import {
  interactionEnded,
  stateQuery,
  type WithdrawalInput,
  type WithdrawalStanding,
  type WithdrawalState,
} from './withdrawal.contract';

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
  const heard = { interaction: false };
  setHandler(interactionEnded, () => void (heard.interaction = true));
  setHandler(stateQuery, () => state);
  setCurrentDetails('**Pending**, funds are held, waits for the provider');
  const quickly = input.isRevived ? undefined : await quick.payOut(input).catch(() => undefined);
  const { status } = await awaitOwner(input, {
    first: quickly ?? (await patient.payOutAfterLookUp(input)),
    heard,
    onWait: () => {
      state.waitingFor = 'its owner';
      setCurrentDetails('**Pending**, funds are held, waits for its owner to consent');
    },
  });
  Object.assign(state, { status, waitingFor: null });
  upsertSearchAttributes([entityStatus(status)]);
  setCurrentDetails(`**${status}**`);
  return status;
}

/** Providers let consent run out long before: this bounds the history of one that does not. */
const LONGEST_RUN_MS = 24 * 60 * 60 * 1_000;

/** Waits while the provider waits for the owner. Nothing but the provider's word ends it: the owner may have consented just now. */
async function awaitOwner(
  input: WithdrawalInput,
  awaited: { first: WithdrawalStanding; heard: { interaction: boolean }; onWait: () => void },
): Promise<WithdrawalStanding> {
  if (awaited.first.status !== 'Pending') return awaited.first;
  const standing = await awaitPayer<WithdrawalStanding>({
    ...awaited,
    deadlineMs: Date.now() + LONGEST_RUN_MS,
    isOpen: ({ status }) => status === 'Pending',
    lookUp: () => quick.payOutAfterLookUp(input).catch(() => undefined),
  });
  if (!standing || standing.status === 'Pending')
    return continueAsNew<typeof withdrawal>({ ...input, isRevived: true });
  return standing;
}
