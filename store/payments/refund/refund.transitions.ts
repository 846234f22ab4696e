import { requireTransition } from '../../../domain/platform/machine/machine';
import type { PaymentFailure } from '../../../domain/payments/payment/payment-failure';
import { remainingMinor } from '../../../domain/payments/payment/payment-balance';
import { paymentMachine } from '../../../domain/payments/payment/payment.machine';
import type { Payment } from '../../../domain/payments/payment/payment';
import type { Refund, RefundRef } from '../../../domain/payments/refund/refund';
import { refundMachine, type RefundAction } from '../../../domain/payments/refund/refund.machine';
import { notFound } from '../../../domain/platform/errors/refusal';
import { readPaymentBalance } from '../payment/payment.balance';
import { changePaymentOn, type PaymentChange } from '../payment/payment.change';
import { paymentWebhookMessages } from '../payment/payment.message';
import type { LockedPayment } from '../payment/payment.table';
import { selectList, unprefixed, type Prefixed } from '../../postgres/columns';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { TERMS_IN_FORCE } from '../../merchants/shop/shop.queries';
import type { Store } from '../../store';
import { postRefund, releaseRefund, type RefundFeeBasis } from './refund.ledger';
import { refundWebhookMessages } from './refund.message';
import { REFUND_COLUMNS, saveRefund } from './refund.table';

export interface RefundApproval {
  connectorReference: string;
  rrn?: string;
}

/** pending → succeeded: paid out. A payment with nothing left becomes refunded. */
export async function recordRefundSuccess(store: Store, ref: RefundRef, answer: RefundApproval): Promise<Refund> {
  return changeRefund(store, ref, async ({ locked, refund, now, basis }, tx) => {
    const { connectorReference, rrn = null } = answer;
    const next: Refund = { ...applyTransition(refund, 'succeed', now), connectorReference, rrn };
    await saveRefund(store.database, next, tx);
    await postRefund(store.database, { refund: next, payment: locked.payment, basis }, tx);
    const balance = await readPaymentBalance(store.database, locked.payment, tx);
    return {
      refund: next,
      change: buildEnd(locked, { refund: next, action: 'succeed', isWhole: remainingMinor(balance) === 0n }, now),
    };
  });
}

/** pending → failed: declined; the shops' holds are released. */
export async function recordRefundFailure(store: Store, ref: RefundRef, failure: PaymentFailure): Promise<Refund> {
  return changeRefund(store, ref, async ({ locked, refund, now, basis }, tx) => {
    const next: Refund = { ...applyTransition(refund, 'fail', now), failure };
    await saveRefund(store.database, next, tx);
    await releaseRefund(store.database, { refund: next, basis }, tx);
    return { refund: next, change: buildEnd(locked, { refund: next, action: 'fail', isWhole: false }, now) };
  });
}

const BASIS = statement<Prefixed<Refund, 'refund.'> & RefundFeeBasis>(
  'refund-basis',
  `SELECT ${selectList(REFUND_COLUMNS, 'r', 'refund.')}, ${TERMS_IN_FORCE} AS terms, f.amount AS "feeMinor", f.debit_account_id AS "feePayerID",
     coalesce((SELECT sum(b.amount) FROM refunds b
       WHERE b.invoice_id = r.invoice_id AND b.payment_id = r.payment_id AND b.status = 'succeeded'), 0)::bigint AS "refundedMinor",
     EXISTS (SELECT FROM ledger_transfers WHERE id = 'refund/' || r.invoice_id || '.' || r.payment_id || '.' || r.id || '/fee-hold') AS "isFeeHeld"
   FROM refunds r JOIN shops s ON s.id = r.shop_id
   LEFT JOIN ledger_transfers f ON f.id = 'payment/' || r.invoice_id || '.' || r.payment_id || '/fee'
   WHERE r.invoice_id = $1 AND r.payment_id = $2 AND r.id = $3`,
);

async function readRefundBasis(
  database: Database,
  { invoiceID, paymentID, refundID }: RefundRef,
  tx: Transaction,
): Promise<{ refund: Refund; basis: RefundFeeBasis } | undefined> {
  const [row] = await database.run(BASIS, [invoiceID, paymentID, refundID], tx);
  return row && { refund: unprefixed<Refund, 'refund.'>(row, 'refund.'), basis: row };
}

type Decide = (
  found: { locked: LockedPayment; refund: Refund; now: Date; basis: RefundFeeBasis },
  tx: Transaction,
) => Promise<{ refund: Refund; change: PaymentChange }>;

/** Changes a pending refund. Idempotent: an ended refund stays as it is. */
async function changeRefund(store: Store, ref: RefundRef, decide: Decide): Promise<Refund> {
  let refund: Refund | undefined;
  const read = async (tx: Transaction) => readRefundBasis(store.database, ref, tx);
  await changePaymentOn(store, ref, { read }, async (locked, tx, now, found) => {
    if (!found) throw notFound('Refund');
    ({ refund } = found);
    if (refund.status !== 'pending') return undefined;
    const decided = await decide({ locked, refund, now, basis: found.basis }, tx);
    refund = decided.refund;
    return decided.change;
  });
  if (!refund) throw notFound('Refund');
  return refund;
}

function applyTransition(refund: Refund, action: RefundAction, now: Date): Refund {
  return { ...refund, status: requireTransition(refundMachine, refund.status, action).to, statusChangedAt: now };
}

function buildEnd(
  locked: LockedPayment,
  { refund, action, isWhole }: { refund: Refund; action: RefundAction; isWhole: boolean },
  now: Date,
): PaymentChange {
  const transition = requireTransition(refundMachine, 'pending', action);
  const { paymentID, id: refundID, status, failure } = refund;
  const refunded = isWhole ? refundPayment(locked, now) : undefined;
  const payment = refunded?.payment ?? locked.payment;
  return {
    payment,
    changes: [
      { changeType: 'RefundStatusChanged', paymentID, refundID, status, error: failure ?? undefined },
      ...(refunded?.changes ?? []),
    ],
    messages: [...refundWebhookMessages(transition, { ...locked, payment }, refund), ...(refunded?.messages ?? [])],
  };
}

function refundPayment({ invoice, payment }: LockedPayment, now: Date): PaymentChange {
  const transition = requireTransition(paymentMachine, payment.status, 'refundWhole');
  const next: Payment = { ...payment, status: transition.to, statusChangedAt: now };
  return {
    payment: next,
    changes: [{ changeType: 'PaymentStatusChanged', paymentID: next.id, status: next.status }],
    messages: paymentWebhookMessages(transition, { invoice, payment: next }),
  };
}
