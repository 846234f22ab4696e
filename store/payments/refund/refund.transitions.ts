import { requireTransition } from '../../../domain/platform/machine/machine';
import type { Approval } from '../../../domain/payments/payment/approval';
import type { PaymentFailure } from '../../../domain/payments/payment/payment-failure';
import { paymentMachine } from '../../../domain/payments/payment/payment.machine';
import type { Payment } from '../../../domain/payments/payment/payment';
import type { Refund, RefundRef } from '../../../domain/payments/refund/refund';
import { refundMachine, type RefundAction } from '../../../domain/payments/refund/refund.machine';
import { notFound } from '../../../domain/platform/errors/refusal';
import { changePaymentOn, type PaymentChange } from '../payment/payment.change';
import { paymentWebhookMessages } from '../payment/payment.message';
import type { LockedPayment } from '../payment/payment.table';
import { selectList, unprefixed, type Prefixed } from '../../postgres/columns';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { TERMS_IN_FORCE } from '../../merchants/shop/shop.queries';
import type { Hold } from '../../platform/ledger/ledger';
import type { Store } from '../../store';
import { postRefund, releaseRefund, type RefundBasis } from './refund.ledger';
import { refundWebhookMessages } from './refund.message';
import { REFUND_COLUMNS, refundUpdate } from './refund.table';

export type RefundApproval = Pick<Approval, 'connectorReference' | 'rrn' | 'receipt'>;

/** pending → succeeded: paid out. A payment with nothing left becomes refunded. */
export async function recordRefundSuccess(store: Store, ref: RefundRef, answer: RefundApproval): Promise<Refund> {
  return changeRefund(store, ref, ({ locked, refund, now, basis }, tx) => {
    const { connectorReference, rrn = null, receipt: receiptState = null } = answer;
    const next: Refund = { ...applyTransition(refund, 'succeed', now), connectorReference, rrn, receiptState };
    const isWhole = locked.payment.amountMinor === basis.takenBackMinor;
    const moves = postRefund(store.database, { refund: next, payment: locked.payment, basis }, tx);
    return { refund: next, change: { ...buildEnd(locked, { refund: next, action: 'succeed', isWhole }, now), moves } };
  });
}

/** pending → failed: declined; the shops' holds are released. */
export async function recordRefundFailure(store: Store, ref: RefundRef, failure: PaymentFailure): Promise<Refund> {
  return changeRefund(store, ref, ({ locked, refund, now, basis }, tx) => {
    const next: Refund = { ...applyTransition(refund, 'fail', now), failure };
    const moves = releaseRefund({ refund: next, basis }, tx);
    return {
      refund: next,
      change: { ...buildEnd(locked, { refund: next, action: 'fail', isWhole: false }, now), moves },
    };
  });
}

/** What a refund's end is decided by. `takenBackMinor` counts the refund itself, and nothing that has failed. */
interface EndBasis extends RefundBasis {
  takenBackMinor: bigint;
}

/** JSON has amounts as text. */
type WrittenHold = Omit<Hold, 'amountMinor'> & { amountMinor: string };

const NAME = `'refund/' || r.invoice_id || '.' || r.payment_id || '.' || r.id`;

/** LATERAL looks each hold up by its key. */
const HOLDS = `(SELECT jsonb_agg(hold.*)
   FROM (
     SELECT '/hold/' || (part ->> 'shopID') AS name FROM jsonb_array_elements(r.parts) AS part
     UNION ALL SELECT '/fee-hold'
   ) AS named CROSS JOIN LATERAL (
     SELECT t.id, t.debit_account_id AS "debitAccountID", t.credit_account_id AS "creditAccountID", t.amount::text AS "amountMinor", t.currency
     FROM ledger_transfers t WHERE t.id = ${NAME} || named.name AND t.kind = 'pending' LIMIT 1
   ) AS hold)`;

const BASIS = statement<Prefixed<Refund, 'refund.'> & Omit<EndBasis, 'holds'> & { holds: WrittenHold[] | null }>(
  'refund-basis',
  `SELECT ${selectList(REFUND_COLUMNS, 'r', 'refund.')}, ${TERMS_IN_FORCE} AS terms, f.amount AS "feeMinor", f.debit_account_id AS "feePayerID",
     coalesce((SELECT sum(b.amount) FROM refunds b
       WHERE b.invoice_id = r.invoice_id AND b.payment_id = r.payment_id AND b.status = 'succeeded'), 0)::bigint AS "refundedMinor",
     (coalesce((SELECT sum(b.amount) FROM refunds b
       WHERE b.invoice_id = r.invoice_id AND b.payment_id = r.payment_id AND b.status <> 'failed'), 0)
     + coalesce((SELECT sum(c.body) FROM chargebacks c
       WHERE c.invoice_id = r.invoice_id AND c.payment_id = r.payment_id AND c.status = 'accepted'), 0))::bigint AS "takenBackMinor",
     ${HOLDS} AS holds
   FROM refunds r JOIN shops s ON s.id = r.shop_id
   LEFT JOIN ledger_transfers f ON f.id = 'payment/' || r.invoice_id || '.' || r.payment_id || '/fee'
   WHERE r.invoice_id = $1 AND r.payment_id = $2 AND r.id = $3`,
);

async function readEndBasis(
  database: Database,
  { invoiceID, paymentID, refundID }: RefundRef,
  tx: Transaction,
): Promise<{ refund: Refund; basis: EndBasis } | undefined> {
  const [row] = await database.run(BASIS, [invoiceID, paymentID, refundID], tx);
  if (!row) return undefined;
  const holds = (row.holds ?? []).map((held) => ({ ...held, amountMinor: BigInt(held.amountMinor) }));
  return { refund: unprefixed<Refund, 'refund.'>(row, 'refund.'), basis: { ...row, holds } };
}

type Decide = (
  found: { locked: LockedPayment; refund: Refund; now: Date; basis: EndBasis },
  tx: Transaction,
) => { refund: Refund; change: PaymentChange };

/** Changes a pending refund. Idempotent: an ended refund stays as it is. */
async function changeRefund(store: Store, ref: RefundRef, decide: Decide): Promise<Refund> {
  let refund: Refund | undefined;
  const read = async (tx: Transaction) => readEndBasis(store.database, ref, tx);
  await changePaymentOn(store, ref, { read }, (locked, tx, now, found) => {
    if (!found) throw notFound('Refund');
    ({ refund } = found);
    if (refund.status !== 'pending') return undefined;
    const decided = decide({ locked, refund, now, basis: found.basis }, tx);
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
    writes: [refundUpdate(refund)],
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
