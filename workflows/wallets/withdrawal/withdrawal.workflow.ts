import { continueAsNew, setCurrentDetails, setHandler, upsertSearchAttributes } from '@temporalio/workflow';
import type { WithdrawalStatus } from '../../../domain/wallets/withdrawal/withdrawal.machine';
import { resultOrUndefined } from '../../platform/operation/result-or-undefined';
import { awaitPayer, awaitResult } from '../../platform/operation/await-payer';
import { localActivities, ordinaryActivities, type Summaries } from '../../platform/operation/summarised';
import { entityStatus } from '../../search-attributes';
import {
  interactionEnded,
  stateQuery,
  type WithdrawalActivities,
  type WithdrawalInput,
  type WithdrawalSnapshot,
  type WithdrawalState,
} from './withdrawal.contract';

const SUMMARIES: Summaries<WithdrawalActivities> = {
  payOut: 'Asks the connector to pay out',
  payOutAfterLookUp: 'The outcome is open: look up, then pay out',
};

/** A local activity tries once; an ordinary one retries with a look-up first, as for payments. */
const firstAttempt = localActivities<WithdrawalActivities>(SUMMARIES, {
  startToCloseTimeout: '8 s',
  retry: { maximumAttempts: 1 },
});

const retrying = ordinaryActivities<WithdrawalActivities>(SUMMARIES, {
  startToCloseTimeout: '1 min',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 min' },
});

/** Limits the history if a provider's consent never expires. */
const MAX_RUN_MS = 24 * 60 * 60 * 1_000;

/**
 * Processes a withdrawal until the money is paid out or released. It ends only with a certain result: unknown outcomes are
 * looked up, also after the consent period, which may have been used just now.
 */
export async function withdrawal(input: WithdrawalInput): Promise<WithdrawalStatus> {
  const state: WithdrawalState = { status: 'Pending', waitingFor: 'the connector' };
  const received = { interaction: false };
  setHandler(interactionEnded, () => void (received.interaction = true));
  setHandler(stateQuery, () => state);
  setCurrentDetails('**Pending**, funds are held, waits for the connector');

  const requested = input.first ?? (await request(input));
  const lookUp = () => resultOrUndefined(firstAttempt.payOutAfterLookUp(input));
  const consented = await awaitPayer<WithdrawalSnapshot>({
    first: requested,
    deadlineMs: Date.now() + MAX_RUN_MS,
    received,
    isOpen: ({ status, isAccepted }) => status === 'Pending' && !isAccepted,
    lookUp,
    onWait: () => {
      state.waitingFor = 'its owner';
      setCurrentDetails('**Pending**, funds are held, waits for its owner to consent');
    },
  });
  const decided = consented?.isAccepted
    ? await awaitResult<WithdrawalSnapshot>({
        first: consented,
        received,
        isOpen: ({ status }) => status === 'Pending',
        lookUp,
        onWait: () => {
          state.waitingFor = 'the result of the connector';
          setCurrentDetails('**Pending**, funds are held, accepted by the connector: the result comes later');
        },
      })
    : consented;
  if (!decided || decided.status === 'Pending') {
    return continueAsNew<typeof withdrawal>({ withdrawalID: input.withdrawalID, isRestart: true });
  }

  const { status } = decided;
  Object.assign(state, { status, waitingFor: null });
  if (status !== input.first?.status) upsertSearchAttributes([entityStatus(status)]);
  setCurrentDetails(`**${status}**`);
  return status;
}

async function request(input: WithdrawalInput): Promise<WithdrawalSnapshot> {
  const answer = input.isRestart ? undefined : await resultOrUndefined(firstAttempt.payOut(input));
  return answer ?? retrying.payOutAfterLookUp(input);
}
