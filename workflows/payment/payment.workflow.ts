import { setCurrentDetails, setHandler, upsertSearchAttributes } from '@temporalio/workflow';
import { isAbandoned } from '../../domain/payment/payment';
import type { PaymentStatus } from '../../domain/payment/payment.machine';
import { resultOrUndefined } from '../operation/result-or-undefined';
import { awaitPayer } from '../operation/await-payer';
import { waitForSignal } from '../operation/wait-for-signal';
import { localActivities, ordinaryActivities, type Summaries } from '../operation/summarised';
import { entityStatus } from '../search-attributes';
import {
  holdDecided,
  interactionEnded,
  stateQuery,
  type PaymentActivities,
  type PaymentInput,
  type PaymentSnapshot,
  type PaymentState,
} from './payment.contract';

const SUMMARIES: Summaries<PaymentActivities> = {
  authorise: 'Asks the connector for the money',
  authoriseAfterLookUp: 'The connector did not answer: look up, then authorise',
  lookUpAuthorisation: 'Asks the connector what the payer decided',
  expireAuthorisation: 'The deadline has come, or the payer gives up: the payment fails',
  captureOrVoid: 'Captures or cancels the hold, as was decided',
  captureOrVoidAfterLookUp: 'The connector did not answer: look up, then capture or cancel',
};

/**
 * A local activity tries once, at no cost to Temporal. If the outcome is open, an ordinary activity retries visibly and
 * looks the operation up first.
 */
const firstAttempt = localActivities<PaymentActivities>(SUMMARIES, {
  startToCloseTimeout: '8 s',
  retry: { maximumAttempts: 1 },
});

const RETRY = { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 min' } as const;
const retrying = ordinaryActivities<PaymentActivities>(SUMMARIES, { startToCloseTimeout: '1 min', retry: RETRY });

/** The minimum wait, so that clock skew at the end of a hold causes no busy loop. */
const MIN_WAIT_MS = 1_000;

/**
 * Processes a payment until it is captured, cancelled or failed. It decides when to call the connector; transactions in
 * activities decide which steps are allowed, so signals only wake it. A restarted run resumes from the stored state.
 */
export async function payment(input: PaymentInput): Promise<PaymentStatus> {
  const state: PaymentState = { status: 'pending', target: null, heldUntil: null, waitingFor: null };
  const received = { decision: false, interaction: false };
  setHandler(holdDecided, () => void (received.decision = true));
  setHandler(interactionEnded, () => void (received.interaction = true));
  setHandler(stateQuery, () => state);
  const update = (snapshot: PaymentSnapshot): void => {
    if (snapshot.status !== state.status) upsertSearchAttributes([entityStatus(snapshot.status)]);
    Object.assign(state, snapshot, { waitingFor: null });
    setCurrentDetails(
      `**${snapshot.status}**${snapshot.target ? `, to ${snapshot.target}` : ''}${describeAttempt(state)}`,
    );
  };
  const waitFor = (what: string): void => {
    state.waitingFor = what;
    setCurrentDetails(`**${state.status}**, waits for ${what}${describeAttempt(state)}`);
  };

  update(await authorisation(input, received, waitFor));
  while (state.status === 'processed') {
    if (!state.target && state.heldUntil) {
      waitFor(`capture or cancel, until ${state.heldUntil}`);
      const leftMs = Math.max(MIN_WAIT_MS, Date.parse(state.heldUntil) - Date.now());
      await waitForSignal(() => received.decision, leftMs, 'hold ends');
    }
    received.decision = false;
    const result = input.isRestart ? undefined : await resultOrUndefined(firstAttempt.captureOrVoid(input));
    update(result ?? (await retrying.captureOrVoidAfterLookUp(input)));
  }
  return state.status;
}

/** Describes the current attempt after a failover. */
function describeAttempt({ attempt }: PaymentSnapshot): string {
  return attempt ? `, with ${attempt.connector} (attempt ${attempt.number})` : '';
}

/** Authorises the payment and waits for the payer until the deadline or until the payer abandons it. */
async function authorisation(
  input: PaymentInput,
  received: { interaction: boolean },
  waitFor: (what: string) => void,
): Promise<PaymentSnapshot> {
  const deadline = Date.parse(input.processingDeadline);
  const snapshot = await awaitPayer<PaymentSnapshot>({
    first: await authoriseUntil(deadline, input),
    deadlineMs: deadline,
    received,
    isOpen: (payment) => payment.status === 'pending' && !isAbandoned(payment),
    lookUp: () => resultOrUndefined(firstAttempt.lookUpAuthorisation(input)),
    onWait: () => waitFor(`the payer, until ${input.processingDeadline}`),
  });
  if (snapshot && snapshot.status !== 'pending') return snapshot;
  return retrying.expireAuthorisation(input);
}

/** Returns undefined if the deadline passed before a response. */
async function authoriseUntil(deadline: number, input: PaymentInput): Promise<PaymentSnapshot | undefined> {
  const result = input.isRestart ? undefined : await resultOrUndefined(firstAttempt.authorise(input));
  if (result) return result;
  const leftMs = deadline - Date.now();
  if (leftMs <= 0) return undefined;
  const untilDeadline = ordinaryActivities<PaymentActivities>(SUMMARIES, {
    startToCloseTimeout: '1 min',
    scheduleToCloseTimeout: leftMs,
    retry: RETRY,
  });
  return resultOrUndefined(untilDeadline.authoriseAfterLookUp(input));
}
