import type { ReviewOutcome } from '../../../domain/payments/inspection/review';
import type { Payment, PaymentRef } from '../../../domain/payments/payment/payment';
import { paymentFailure } from '../../../domain/payments/payment/payment-failure';
import type { PaymentStatus } from '../../../domain/payments/payment/payment.machine';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { signals } from '../../../workflow-names/workflow-messages';
import type { OperatorStore } from '../../platform/audit/origin';
import type { Transaction } from '../../postgres/database';
import type { Store } from '../../store';
import { changePaymentOn, type PaymentChange } from '../payment/payment.change';
import { findPayment } from '../payment/payment.queries';
import type { LockedPayment } from '../payment/payment.table';
import { failUnsent } from '../payment/payment.transitions';
import { findReview, reviewEnd } from './review.table';

/** What became of an operator's decision about a review. */
export interface DecidedReview extends PaymentRef {
  outcome: ReviewOutcome;
  status: PaymentStatus;
  /** False if the same decision was taken before. */
  isChanged: boolean;
}

/**
 * An operator lets a payment under review continue, or rejects it. The first decision before the deadline counts, and the same one is
 * idempotent; the payment's workflow is only woken. @throws Refusal notFound, invalidPaymentStatus
 */
export async function decideReview(
  store: OperatorStore<Store>,
  ref: PaymentRef,
  { outcome, commandID }: { outcome: Exclude<ReviewOutcome, 'expired'>; commandID: string },
): Promise<DecidedReview> {
  let isChanged = false;
  const read = async (tx: Transaction) => findReview(store.database, ref, tx);
  const { payment } = await changePaymentOn(store, ref, { read }, (locked, _tx, now, review) => {
    isChanged = false;
    if (review?.outcome === outcome) return undefined;
    const { reviewUntil } = locked.payment;
    if (!review || review.outcome !== null || !reviewUntil) {
      throw new Refusal('invalidPaymentStatus', review ? `the review is ${review.outcome}` : 'payment has no review');
    }
    if (reviewUntil <= now) throw new Refusal('invalidPaymentStatus', 'the deadline of the review has passed');
    isChanged = true;
    const { invoiceID, paymentID } = ref;
    const wake = { kind: 'signal', signal: signals.reviewDecided, args: [] } as const;
    const commands = [{ ...wake, workflowID: workflowIDs.payment(invoiceID, paymentID) }];
    return { ...endReview(locked, { outcome, commandID, at: now, rule: review.rule }), commands };
  });
  return { ...ref, outcome, status: payment.status, isChanged };
}

/** Rejects a payment whose review is not decided by its deadline. Idempotent. @returns the payment */
export async function expireReview(store: Store, ref: PaymentRef, asOf: Date): Promise<Payment> {
  const isDue = ({ reviewUntil }: Payment) => reviewUntil !== null && reviewUntil <= asOf;
  // Checks without a lock first, because most reviews are decided before their deadline.
  const snapshot = await findPayment(store.database, ref);
  if (!isDue(snapshot)) return snapshot;
  const read = async (tx: Transaction) => findReview(store.database, ref, tx);
  const { payment } = await changePaymentOn(store, ref, { read }, (locked, _tx, now, review) => {
    if (!review || !isDue(locked.payment)) return undefined;
    return endReview(locked, { outcome: 'expired', commandID: null, at: now, rule: review.rule });
  });
  return payment;
}

function endReview(
  locked: LockedPayment,
  { rule, ...end }: { outcome: ReviewOutcome; commandID: string | null; at: Date; rule: string },
): PaymentChange {
  const payment: Payment = { ...locked.payment, reviewUntil: null };
  const { invoiceID, id: paymentID } = payment;
  const writes = [reviewEnd({ invoiceID, paymentID }, end)];
  if (end.outcome === 'approved') return { payment, writes };
  const failure = paymentFailure('rejected_by_inspector');
  return { ...failUnsent({ ...locked, payment }, { failure, rule, now: end.at }), writes };
}
