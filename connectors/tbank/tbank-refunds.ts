import { AcquirerRefusal, toIdempotencyKey } from '../acquirer-http';
import {
  ConnectorUnavailable,
  type Approved,
  type NotFound,
  type RefundOutcome,
  type RefundRequest,
  type Unknown,
} from '../connector';
import type { Deadline } from '../deadline';
import { NOTHING_HELD } from '../declined';
import type { TBankClient } from './tbank-client';
import type { TBankNotes } from './tbank-notes';
import { cancelledSchema, STATUSES } from './tbank-objects';
import { baseOf, following, type Known } from './tbank-outcome';

const UNKNOWN: Unknown = { kind: 'unknown' };

/**
 * Refunds a part of a payment. The bank knows a repeated refund by its `ExternalRequestId`, except for the fast payment
 * system; so each is noted before it is sent, and a repeated one is found before by what the payment has lost.
 */
export async function refund(
  client: TBankClient,
  known: Known,
  request: RefundRequest & { receipt: { Receipt?: object } },
  deadline: Deadline,
): Promise<RefundOutcome> {
  const { operationID, amount, receipt } = request;
  const { notes, payment, id: PaymentId } = known;
  const { Status: before } = payment;
  if (!STATUSES.captured.has(before)) return NOTHING_HELD;
  const found = await findRefund(known, operationID);
  if (found.kind !== 'notFound') return found;
  if (STATUSES.refunding.has(before)) throw new ConnectorUnavailable('Another refund is not decided yet');
  if (baseOf(notes) === undefined && before === 'CONFIRMED') {
    await notes.add('captured', { connectorReference: PaymentId, amount: payment.Amount });
  }
  await notes.add('refunding', { connectorReference: PaymentId, amount }, operationID);
  const fields = { PaymentId, Amount: Number(amount), ExternalRequestId: toIdempotencyKey(operationID), ...receipt };
  const answer = await client.call('Cancel', fields, cancelledSchema, deadline).catch(async (error: unknown) => {
    if (error instanceof AcquirerRefusal) await notes.add('refused', { connectorReference: PaymentId }, operationID);
    throw error;
  });
  const { PaymentId: connectorReference, Status: status, OriginalAmount, NewAmount } = answer;
  const stated = following(answer, known.operationID);
  if (STATUSES.refunding.has(status)) {
    await notes.add('accepted', { connectorReference, amount }, operationID);
    return { kind: 'pending', connectorReference, stated };
  }
  // A repeated request is answered with the payment as it is.
  if (!STATUSES.captured.has(status) || OriginalAmount === NewAmount) return UNKNOWN;
  return keep(notes, operationID, { connectorReference, stated: { ...stated, amount: OriginalAmount - NewAmount } });
}

/** A refund has been done if the payment has lost more than the other refunds have taken. */
export async function findRefund(
  { notes, payment, operationID }: Known,
  refundID: string,
): Promise<RefundOutcome | NotFound> {
  const { PaymentId: connectorReference, Status: status, Amount: left } = payment;
  const noted = notes.find('refunding', refundID);
  const base = baseOf(notes);
  if (!noted || base === undefined) return { kind: 'notFound' };
  const isAccepted = notes.find('accepted', refundID) !== undefined;
  const stated = following(payment, operationID);
  if (STATUSES.refunding.has(status)) return isAccepted ? { kind: 'pending', connectorReference, stated } : UNKNOWN;
  const others = notes.list('refunding').filter(({ reference }) => reference !== refundID);
  const sum = (state: 'done' | 'open') =>
    others
      .filter(({ reference }) => stateOf(notes, reference) === state)
      .reduce((all, { amount = 0n }) => all + amount, 0n);
  const lost = base - left - sum('done');
  const open = sum('open');
  if (lost === 0n) {
    // A refund is known that the amount does not show.
    if (status !== 'CONFIRMED' && sum('done') === 0n) return UNKNOWN;
    if (!isAccepted) return { kind: 'notFound' };
    await notes.add('refused', { connectorReference }, refundID);
    return { ...NOTHING_HELD, stated };
  }
  const isDone = stateOf(notes, refundID) === 'done';
  // Another sum proves nothing of this refund, unless it is known to be done.
  if (!isDone && lost - open !== noted.amount) return UNKNOWN;
  const amount = isDone && open !== 0n ? noted.amount : lost - open;
  return keep(notes, refundID, { connectorReference, stated: { ...stated, amount } });
}

function stateOf(notes: TBankNotes, refundID: string): 'done' | 'refused' | 'open' {
  if (notes.find('refunded', refundID)) return 'done';
  return notes.find('refused', refundID) ? 'refused' : 'open';
}

/** A refund of the noted amount is done; another amount contradicts the request. */
async function keep(notes: TBankNotes, refundID: string, outcome: Omit<Approved, 'kind'>): Promise<Approved> {
  const { connectorReference, stated } = outcome;
  const amount = notes.find('refunding', refundID)?.amount ?? stated?.amount;
  if (typeof amount === 'bigint' && stated?.amount === amount) {
    await notes.add('refunded', { connectorReference, amount }, refundID);
  }
  return { kind: 'approved', ...outcome };
}
