import { defineQuery, defineSignal } from '@temporalio/workflow';
import type { PaymentRef, PaymentTarget } from '../../domain/payment/payment';
import type { PaymentStatus } from '../../domain/payment/payment.machine';
import { signals } from '../../domain/workflow-messages';

/** What a payment's workflow is started with: ids and dates only, because histories are public to operators. */
export interface PaymentInput extends PaymentRef {
  /** ISO 8601. */
  processingDeadline: string;
  /** Whether an earlier run was lost, which may have asked the connector already. */
  isRestart?: true;
}

/** What a step that time decides is told. */
export interface PaymentTask extends PaymentInput {
  /** ISO 8601: the engine's time, by which deadlines and holds are judged. */
  asOf: string;
}

/** A payment as a step left it. */
export interface PaymentSnapshot {
  status: PaymentStatus;
  target: PaymentTarget | null;
  /** ISO 8601: when an undecided hold expires. */
  heldUntil: string | null;
  /** With which connector it is, of a payment that the one before certainly did nothing for. */
  attempt?: { number: number; connector: string };
}

/** What the workflow answers to the query `state`. */
export interface PaymentState extends PaymentSnapshot {
  /** What it waits for, in words. */
  waitingFor: string | null;
}

/** What the workflow needs of the world. Each is idempotent: the operation's id is known on both sides. */
export interface PaymentActivities {
  /** Sends the authorisation, unless its deadline has passed, and records the answer. Fails, retryably, where there is none. */
  authorise(task: PaymentTask): Promise<PaymentSnapshot>;
  /** As `authorise`, after an attempt without an answer: what the connector already did is found out first. */
  authoriseAfterLookUp(task: PaymentTask): Promise<PaymentSnapshot>;
  /** Asks what became of an authorisation whose payer had to act. */
  lookUpAuthorisation(input: PaymentInput): Promise<PaymentSnapshot>;
  /**
   * The processing deadline has come, or the payer has given up: sees to it that the connector holds nothing, now or later, then
   * fails the payment. What the payer paid before he gave up is recorded instead.
   */
  expireAuthorisation(input: PaymentInput): Promise<PaymentSnapshot>;
  /** Captures or voids a processed payment as was decided, or as its hold's expiry decides; waits on where neither is. */
  captureOrVoid(task: PaymentTask): Promise<PaymentSnapshot>;
  /** As `captureOrVoid`, after an attempt without an answer. */
  captureOrVoidAfterLookUp(task: PaymentTask): Promise<PaymentSnapshot>;
}

export const holdDecided = defineSignal(signals.holdDecided);
export const interactionEnded = defineSignal(signals.interactionEnded);
export const stateQuery = defineQuery<PaymentState>('state');
