import { findTransition } from '../../domain/machine/machine';
import type { PaymentFailure } from '../../domain/payment/payment-failure';
import { remainingMinor } from '../../domain/payment/payment-balance';
import { paymentMachine } from '../../domain/payment/payment.machine';
import type { Payment } from '../../domain/payment/payment';
import type { Refund, RefundRef } from '../../domain/refund/refund';
import { refundMachine, type RefundAction } from '../../domain/refund/refund.machine';
import { notFound } from '../../domain/errors/refusal';
import { balanceOfPayment } from '../payment/payment.balance';
import { changePayment, type PaymentChange } from '../payment/payment.change';
import { paymentWebhookMessage } from '../payment/payment.message';
import type { LockedPayment } from '../payment/payment.table';
import type { Store } from '../store';
import { postRefund, releaseRefund } from './refund.ledger';
import { refundWebhookMessage } from './refund.message';
import { readRefund, saveRefund } from './refund.table';

/** What the provider said when it paid out. */
export interface RefundApproval {
  connectorReference: string;
  rrn?: string;
}

/** pending → succeeded: the provider paid it out. With nothing left of the payment, that one is refunded as a whole. */
export async function recordRefundSuccess(store: Store, ref: RefundRef, answer: RefundApproval): Promise<Refund> {
  return changeRefund(store, ref, async ({ locked, refund, now }, tx) => {
    const { connectorReference, rrn = null } = answer;
    const next: Refund = { ...moved(refund, 'succeed', now), connectorReference, rrn };
    await saveRefund(store.database, next, tx);
    await postRefund(store.database, next, tx);
    const balance = await balanceOfPayment(store.database, locked.payment, tx);
    return { refund: next, change: endOfRefund(locked, next, remainingMinor(balance) === 0n, now) };
  });
}

/** pending → failed: the provider refused. Nothing has moved, and the shop may use its money again. */
export async function recordRefundFailure(store: Store, ref: RefundRef, failure: PaymentFailure): Promise<Refund> {
  return changeRefund(store, ref, async ({ locked, refund, now }, tx) => {
    const next: Refund = { ...moved(refund, 'fail', now), failure };
    await saveRefund(store.database, next, tx);
    await releaseRefund(store.database, next, tx);
    return { refund: next, change: endOfRefund(locked, next, false, now) };
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
  const transition = findTransition(refundMachine, refund.status, action);
  if (!transition) throw new Error(`refund cannot ${action} from ${refund.status}`);
  return { ...refund, status: transition.to, statusChangedAt: now };
}

function endOfRefund(locked: LockedPayment, refund: Refund, isWhole: boolean, now: Date): PaymentChange {
  const payment = isWhole ? refunded(locked.payment, now) : locked.payment;
  const announces = refundMachine.transitions.find(({ to }) => to === refund.status)?.announces ?? [];
  return {
    payment,
    changes: [
      {
        changeType: 'RefundStatusChanged',
        paymentID: payment.id,
        refundID: refund.id,
        status: refund.status,
        error: refund.failure ?? undefined,
      },
      ...(isWhole ? [{ changeType: 'PaymentStatusChanged', paymentID: payment.id, status: payment.status }] : []),
    ],
    messages: [
      ...announces.map((eventType) => refundWebhookMessage(eventType, { ...locked, payment }, refund)),
      ...(isWhole ? [paymentWebhookMessage('PaymentRefunded', locked.invoice, payment)] : []),
    ],
  };
}

function refunded(payment: Payment, now: Date): Payment {
  const transition = findTransition(paymentMachine, payment.status, 'refundWhole');
  if (!transition) throw new Error(`payment cannot be refunded as a whole: it is ${payment.status}`);
  return { ...payment, status: transition.to, statusChangedAt: now };
}
