import { requireTransition } from '../../domain/machine/machine';
import type { PaymentFailure } from '../../domain/payment/payment-failure';
import { remainingMinor } from '../../domain/payment/payment-balance';
import { paymentMachine } from '../../domain/payment/payment.machine';
import type { Payment } from '../../domain/payment/payment';
import type { Refund, RefundRef } from '../../domain/refund/refund';
import { refundMachine, type RefundAction } from '../../domain/refund/refund.machine';
import { notFound } from '../../domain/errors/refusal';
import { balanceOfPayment } from '../payment/payment.balance';
import { changePayment, type PaymentChange } from '../payment/payment.change';
import { paymentWebhookMessages } from '../payment/payment.message';
import type { LockedPayment } from '../payment/payment.table';
import type { Store } from '../store';
import { postRefund, releaseRefund } from './refund.ledger';
import { refundWebhookMessages } from './refund.message';
import { readRefund, saveRefund } from './refund.table';

/** What the connector said when it paid out. */
export interface RefundApproval {
  connectorReference: string;
  rrn?: string;
}

/** pending → succeeded: the connector paid it out. With nothing left of the payment, that one is refunded as a whole. */
export async function recordRefundSuccess(store: Store, ref: RefundRef, answer: RefundApproval): Promise<Refund> {
  return changeRefund(store, ref, async ({ locked, refund, now }, tx) => {
    const { connectorReference, rrn = null } = answer;
    const next: Refund = { ...moved(refund, 'succeed', now), connectorReference, rrn };
    await saveRefund(store.database, next, tx);
    await postRefund(store.database, next, tx);
    const balance = await balanceOfPayment(store.database, locked.payment, tx);
    return {
      refund: next,
      change: endOfRefund(locked, { refund: next, action: 'succeed', isWhole: remainingMinor(balance) === 0n }, now),
    };
  });
}

/** pending → failed: the connector refused. Nothing has moved, and the shop may use its money again. */
export async function recordRefundFailure(store: Store, ref: RefundRef, failure: PaymentFailure): Promise<Refund> {
  return changeRefund(store, ref, async ({ locked, refund, now }, tx) => {
    const next: Refund = { ...moved(refund, 'fail', now), failure };
    await saveRefund(store.database, next, tx);
    await releaseRefund(store.database, next, tx);
    return { refund: next, change: endOfRefund(locked, { refund: next, action: 'fail', isWhole: false }, now) };
  });
}

type Decide = (
  found: { locked: LockedPayment; refund: Refund; now: Date },
  tx: Parameters<Parameters<typeof changePayment>[2]>[1],
) => Promise<{ refund: Refund; change: PaymentChange }>;

/** Changes a refund that is still pending; one that has ended stays as it is, so that a repeated answer is harmless. */
async function changeRefund(store: Store, ref: RefundRef, decide: Decide): Promise<Refund> {
  let refund: Refund | undefined;
  await changePayment(store, ref, async (locked, tx, now) => {
    refund = await readRefund(store.database, ref, tx);
    if (!refund) throw notFound('Refund');
    if (refund.status !== 'pending') return undefined;
    const decided = await decide({ locked, refund, now }, tx);
    refund = decided.refund;
    return decided.change;
  });
  if (!refund) throw notFound('Refund');
  return refund;
}

function moved(refund: Refund, action: RefundAction, now: Date): Refund {
  return { ...refund, status: requireTransition(refundMachine, refund.status, action).to, statusChangedAt: now };
}

/** What a refund that was pending leaves behind when it ends. */
function endOfRefund(
  locked: LockedPayment,
  { refund, action, isWhole }: { refund: Refund; action: RefundAction; isWhole: boolean },
  now: Date,
): PaymentChange {
  const transition = requireTransition(refundMachine, 'pending', action);
  const { paymentID, id: refundID, status, failure } = refund;
  const whole = isWhole ? refundedWhole(locked, now) : undefined;
  const payment = whole?.payment ?? locked.payment;
  return {
    payment,
    changes: [
      { changeType: 'RefundStatusChanged', paymentID, refundID, status, error: failure ?? undefined },
      ...(whole?.changes ?? []),
    ],
    messages: [...refundWebhookMessages(transition, { ...locked, payment }, refund), ...(whole?.messages ?? [])],
  };
}

/** captured → refunded: nothing is left of the payment. */
function refundedWhole({ invoice, payment }: LockedPayment, now: Date): PaymentChange {
  const transition = requireTransition(paymentMachine, payment.status, 'refundWhole');
  const next: Payment = { ...payment, status: transition.to, statusChangedAt: now };
  return {
    payment: next,
    changes: [{ changeType: 'PaymentStatusChanged', paymentID: next.id, status: next.status }],
    messages: paymentWebhookMessages(transition, { invoice, payment: next }),
  };
}
