import { defineQuery, defineSignal } from '@temporalio/workflow';
import type { PaymentRef, PaymentTarget } from '../../../domain/payments/payment/payment';
import type { PaymentStatus } from '../../../domain/payments/payment/payment.machine';
import { signals } from '../../../workflow-names/workflow-messages';

/** Input of a payment workflow: only ids and dates, because operators can read histories. */
export interface PaymentInput extends PaymentRef {
  /** ISO 8601. */
  processingDeadline: string;
  /** ISO 8601: when an open review ends. */
  reviewUntil?: string;
  /** Whether the connector may have been called: by an earlier run that was lost, or without an answer by the dispatcher. */
  isRestart?: true;
  /** The payment after the dispatcher's first attempt. */
  first?: PaymentSnapshot;
}

/** The payment after a step. */
export interface PaymentSnapshot {
  status: PaymentStatus;
  target: PaymentTarget | null;
  /** ISO 8601: when an undecided hold expires. */
  heldUntil: string | null;
  /** The current attempt after a failover. */
  attempt?: { number: number; connector: string };
  /** Missing in older histories, as are the next two. */
  connector?: string;
  connectorReference?: string | null;
  /** ISO 8601: when it got this status. */
  at?: string;
  /** ISO 8601: when its open review ends. */
  reviewUntil?: string;
}

/** What a hold waits for; undefined if the payment does not wait for a decision. */
export function describeHold({ status, target, heldUntil }: PaymentSnapshot): string | undefined {
  return status === 'processed' && !target && heldUntil ? `capture or cancel, until ${heldUntil}` : undefined;
}

/** The dispatcher's attempt to capture or cancel; `ended` is null if it had no result. */
export interface DecisionAttempt {
  ended: PaymentSnapshot | null;
}

/** The result of the query `state`. */
export interface PaymentState extends PaymentSnapshot {
  /** A description of what it waits for. */
  waitingFor: string | null;
}

/** Activities of payment workflows, idempotent by operation id. */
export interface PaymentActivities {
  /** Rejects the payment if the deadline of its review has come; the review is still open if the result has `reviewUntil`. */
  endReview(ref: PaymentRef): Promise<PaymentSnapshot>;
  /** Authorises before the deadline and records the result. Fails retryably without a response. */
  authorise(ref: PaymentRef): Promise<PaymentSnapshot>;
  /** The same after an attempt without a response: looks the operation up first. */
  authoriseAfterLookUp(ref: PaymentRef): Promise<PaymentSnapshot>;
  /** Looks up an authorisation with an interaction. */
  lookUpAuthorisation(ref: PaymentRef): Promise<PaymentSnapshot>;
  /**
   * Ends an authorisation at the deadline or after the payer abandoned it: voids it and fails the payment. A payment made
   * before it was abandoned is recorded.
   */
  expireAuthorisation(input: PaymentInput): Promise<PaymentSnapshot>;
  /** Captures or voids a processed payment by its decision or the expiry of its hold; otherwise has no effect. */
  captureOrVoid(ref: PaymentRef): Promise<PaymentSnapshot>;
  /** The same after an attempt without a response. */
  captureOrVoidAfterLookUp(ref: PaymentRef): Promise<PaymentSnapshot>;
}

export const holdDecided = defineSignal<[DecisionAttempt?]>(signals.holdDecided);
export const reviewDecided = defineSignal(signals.reviewDecided);
export const interactionEnded = defineSignal(signals.interactionEnded);
export const stateQuery = defineQuery<PaymentState>('state');
