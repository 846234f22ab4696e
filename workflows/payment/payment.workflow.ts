import { condition, setCurrentDetails, setHandler, upsertSearchAttributes } from '@temporalio/workflow';
import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import { isAbandoned } from '../../domain/payment/payment';
import type { PaymentStatus } from '../../domain/payment/payment.machine';
import { resultOrUndefined } from '../operation/result-or-undefined';
import { awaitPayer } from '../operation/await-payer';
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
  type PaymentTask,
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
 * The connector is asked by a local activity first, once: it costs the engine nothing. What stays open after it (no
 * answer, connector away) moves to an ordinary activity, which an operator sees with its attempts and which looks the
 * operation up before it ever sends it again.
 */
const firstAttempt = localActivities<PaymentActivities>(SUMMARIES, {
  startToCloseTimeout: '8 s',
  retry: { maximumAttempts: 1 },
});

const RETRY = { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 min' } as const;
const retrying = ordinaryActivities<PaymentActivities>(SUMMARIES, { startToCloseTimeout: '1 min', retry: RETRY });

/** Should a hold be found not over yet when its timer has fired, it is not asked for again at once. */
const MIN_WAIT_MS = 1_000;

/**
 * One payment, from the connector's authorisation to captured, cancelled or failed. It decides when the connector is
 * asked; whether a step is allowed, the transactions behind the activities decide. So a signal only wakes it: one that
 * nothing was decided before leaves everything as it is. Started again on a payment in any state it goes on from there.
 */
export async function payment(input: PaymentInput): Promise<PaymentStatus> {
  const state: PaymentState = { status: 'pending', target: null, heldUntil: null, waitingFor: null };
  const received = { decision: false, interaction: false };
  setHandler(holdDecided, () => void (received.decision = true));
  setHandler(interactionEnded, () => void (received.interaction = true));
  setHandler(stateQuery, () => state);
  const becomes = (snapshot: PaymentSnapshot): void => {
    if (snapshot.status !== state.status) upsertSearchAttributes([entityStatus(snapshot.status)]);
    Object.assign(state, snapshot, { waitingFor: null });
    setCurrentDetails(`**${snapshot.status}**${snapshot.target ? `, to ${snapshot.target}` : ''}${takenBy(state)}`);
  };
  const waits = (what: string): void => {
    state.waitingFor = what;
    setCurrentDetails(`**${state.status}**, waits for ${what}${takenBy(state)}`);
  };

  becomes(await authorisation(input, received, waits));
  while (state.status === 'processed') {
    if (!state.target && !received.decision && state.heldUntil) {
      waits(`capture or cancel, until ${state.heldUntil}`);
      const leftMs = Math.max(MIN_WAIT_MS, Date.parse(state.heldUntil) - Date.now());
      await condition(() => received.decision, leftMs, { summary: 'hold ends' });
    }
    received.decision = false;
    const answer = input.isRestart ? undefined : await resultOrUndefined(firstAttempt.captureOrVoid(asOfNow(input)));
    becomes(answer ?? (await retrying.captureOrVoidAfterLookUp(asOfNow(input))));
  }
  return state.status;
}

/** That a payment is not with its first connector; each that was asked, `payment attempts` says. */
function takenBy({ attempt }: PaymentSnapshot): string {
  return attempt ? `, with ${attempt.connector} (attempt ${attempt.number})` : '';
}

/** With the engine's time: it wakes this workflow, so it also judges whether a hold or a deadline is over. */
function asOfNow(input: PaymentInput): PaymentTask {
  return { ...input, asOf: rfc3339Text(new Date()) };
}

/**
 * Asks the connector for the money and, where the payer must act first, waits for that; ends with the deadline, or when the
 * payer gives up.
 */
async function authorisation(
  input: PaymentInput,
  received: { interaction: boolean },
  waits: (what: string) => void,
): Promise<PaymentSnapshot> {
  const deadline = Date.parse(input.processingDeadline);
  const snapshot = await awaitPayer<PaymentSnapshot>({
    first: await authoriseUntil(deadline, input),
    deadlineMs: deadline,
    received,
    isOpen: (payment) => payment.status === 'pending' && !isAbandoned(payment),
    lookUp: () => resultOrUndefined(firstAttempt.lookUpAuthorisation(input)),
    onWait: () => waits(`the payer, until ${input.processingDeadline}`),
  });
  if (snapshot && snapshot.status !== 'pending') return snapshot;
  return retrying.expireAuthorisation(input);
}

/** @returns undefined where the deadline came before the connector's answer */
async function authoriseUntil(deadline: number, input: PaymentInput): Promise<PaymentSnapshot | undefined> {
  const answer = input.isRestart ? undefined : await resultOrUndefined(firstAttempt.authorise(asOfNow(input)));
  if (answer) return answer;
  const leftMs = deadline - Date.now();
  if (leftMs <= 0) return undefined;
  const untilDeadline = ordinaryActivities<PaymentActivities>(SUMMARIES, {
    startToCloseTimeout: '1 min',
    scheduleToCloseTimeout: leftMs,
    retry: RETRY,
  });
  return resultOrUndefined(untilDeadline.authoriseAfterLookUp(asOfNow(input)));
}
