import { setCurrentDetails, setHandler, upsertSearchAttributes } from '@temporalio/workflow';
import type { BindingStatus } from '../../../domain/payments/binding/binding.machine';
import { resultOrUndefined } from '../../platform/operation/result-or-undefined';
import { awaitPayer } from '../../platform/operation/await-payer';
import { localActivities, ordinaryActivities, type Summaries } from '../../platform/operation/summarised';
import { entityStatus } from '../../search-attributes';
import {
  interactionEnded,
  stateQuery,
  type BindingActivities,
  type BindingInput,
  type BindingState,
} from './binding.contract';

const SUMMARIES: Summaries<BindingActivities> = {
  verify: 'Asks the connector to verify the payment tool',
  verifyAfterLookUp: 'The connector did not answer: look up, then verify',
  lookUpVerification: 'Asks the connector what the payer decided',
  expireVerification: 'The deadline has come: the binding fails',
};

/** A local activity tries once; an ordinary one retries with a look-up first, as for payments. */
const firstAttempt = localActivities<BindingActivities>(SUMMARIES, {
  startToCloseTimeout: '8 s',
  retry: { maximumAttempts: 1 },
});

const RETRY = { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 min' } as const;
const retrying = ordinaryActivities<BindingActivities>(SUMMARIES, { startToCloseTimeout: '1 min', retry: RETRY });

/**
 * Binds a payment tool to a customer: waits for the connector and, if required, for the payer's confirmation until the
 * deadline.
 */
export async function binding(input: BindingInput): Promise<BindingStatus> {
  const state: BindingState = { status: 'pending', waitingFor: 'the connector' };
  const received = { interaction: false };
  setHandler(interactionEnded, () => void (received.interaction = true));
  setHandler(stateQuery, () => state);

  const deadlineMs = Date.parse(input.deadline);
  const status = await awaitPayer<BindingStatus>({
    first: await verifyUntil(deadlineMs, input),
    deadlineMs,
    received,
    isOpen: (found) => found === 'pending',
    lookUp: () => resultOrUndefined(firstAttempt.lookUpVerification(input)),
    onWait: () => {
      state.waitingFor = `the payer, until ${input.deadline}`;
      setCurrentDetails(`**pending**, waits for ${state.waitingFor}`);
    },
  });
  state.status = status && status !== 'pending' ? status : await retrying.expireVerification(input);
  state.waitingFor = null;
  upsertSearchAttributes([entityStatus(state.status)]);
  setCurrentDetails(`**${state.status}**`);
  return state.status;
}

/** Returns undefined if the deadline passed before a response. */
async function verifyUntil(deadlineMs: number, input: BindingInput): Promise<BindingStatus | undefined> {
  const result = input.isRestart ? undefined : await resultOrUndefined(firstAttempt.verify(input));
  if (result) return result;
  const leftMs = deadlineMs - Date.now();
  if (leftMs <= 0) return undefined;
  const untilDeadline = ordinaryActivities<BindingActivities>(SUMMARIES, {
    startToCloseTimeout: '1 min',
    scheduleToCloseTimeout: leftMs,
    retry: RETRY,
  });
  return resultOrUndefined(untilDeadline.verifyAfterLookUp(input));
}
