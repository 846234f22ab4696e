import { setCurrentDetails, setHandler, upsertSearchAttributes } from '@temporalio/workflow';
import { isAbandoned } from '../../../domain/payments/payment/payment';
import type { PaymentStatus } from '../../../domain/payments/payment/payment.machine';
import { resultOrUndefined } from '../../platform/operation/result-or-undefined';
import { awaitPayer } from '../../platform/operation/await-payer';
import { waitForSignal } from '../../platform/operation/wait-for-signal';
import { localActivities, ordinaryActivities, type Summaries } from '../../platform/operation/summarised';
import { entityStatus } from '../../search-attributes';
import {
  describeHold,
  holdDecided,
  interactionEnded,
  reviewDecided,
  stateQuery,
  type DecisionAttempt,
  type PaymentActivities,
  type PaymentInput,
  type PaymentSnapshot,
  type PaymentState,
} from './payment.contract';

const SUMMARIES: Summaries<PaymentActivities> = {
  endReview: 'The review is decided, or its deadline has come',
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
  const initial = { status: 'pending', target: null, heldUntil: null } as const;
  const state: PaymentState = { ...initial, ...input.first, waitingFor: null };
  const received: Received = { decision: false, interaction: false, review: false };
  setHandler(holdDecided, (attempt) => void Object.assign(received, { decision: true, attempt }));
  setHandler(reviewDecided, () => void (received.review = true));
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
  // Delayed until the end of the hold: the signal that wakes it is in its first task, after nothing whose order could change.
  let isWoken = input.first?.status === 'processed' && received.decision;
  while (state.status === 'processed') {
    const held = describeHold(state);
    if (held && state.heldUntil && !isWoken) {
      waitFor(held);
      const leftMs = Math.max(MIN_WAIT_MS, Date.parse(state.heldUntil) - Date.now());
      await waitForSignal(() => received.decision, leftMs, 'hold ends');
    }
    isWoken = false;
    update(await decided(input, received));
  }
  return state.status;
}

interface Received {
  decision: boolean;
  interaction: boolean;
  review: boolean;
  attempt?: DecisionAttempt | undefined;
}

/** Captures or voids, unless the dispatcher has done it. */
async function decided(input: PaymentInput, received: Received): Promise<PaymentSnapshot> {
  const { attempt } = received;
  Object.assign(received, { decision: false, attempt: undefined });
  if (attempt?.ended) return attempt.ended;
  const isFirst = !input.isRestart && !attempt;
  const result = isFirst ? await resultOrUndefined(firstAttempt.captureOrVoid(input)) : undefined;
  return result ?? retrying.captureOrVoidAfterLookUp(input);
}

/** Describes the current attempt after a failover. */
function describeAttempt({ attempt }: PaymentSnapshot): string {
  return attempt ? `, with ${attempt.connector} (attempt ${attempt.number})` : '';
}

/** Waits until an operator decides or the review's deadline. @returns the payment if it was rejected */
async function awaitReview(
  input: PaymentInput,
  received: Received,
  waitFor: (what: string) => void,
): Promise<PaymentSnapshot | undefined> {
  for (let { reviewUntil } = input; reviewUntil !== undefined;) {
    waitFor(`a review, until ${reviewUntil}`);
    const leftMs = Math.max(MIN_WAIT_MS, Date.parse(reviewUntil) - Date.now());
    await waitForSignal(() => received.review, leftMs, 'review ends');
    received.review = false;
    const reviewed = await retrying.endReview(input);
    if (reviewed.status !== 'pending') return reviewed;
    ({ reviewUntil } = reviewed);
  }
  return undefined;
}

/** Authorises the payment and waits for the payer until the deadline or until the payer abandons it. */
async function authorisation(
  input: PaymentInput,
  received: Received,
  waitFor: (what: string) => void,
): Promise<PaymentSnapshot> {
  const deadline = Date.parse(input.processingDeadline);
  const snapshot = await awaitPayer<PaymentSnapshot>({
    first: input.first ?? (await awaitReview(input, received, waitFor)) ?? (await authoriseUntil(deadline, input)),
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
