import { invoiceMachine } from '../../domain/invoice/invoice.machine';
import { findTransition, requireTransition } from '../../domain/machine/machine';
import type { ExtraPaymentInfo, Payment, PaymentRef } from '../../domain/payment/payment';
import type { AttemptOutcome } from '../../domain/payment/attempt';
import { paymentFailurePath, type PaymentFailure } from '../../domain/payment/payment-failure';
import { paymentMachine, type PaymentAction } from '../../domain/payment/payment.machine';
import { capDueDate, type UserInteraction } from '../../domain/payment/user-interaction';
import { invoiceWebhookMessages } from '../invoice/invoice.message';
import { encrypt } from '../secrets/encryption';
import type { Transaction } from '../database';
import type { Store } from '../store';
import { attemptEnd } from './payment.attempts';
import { changePayment, changePaymentOn, type PaymentChange } from './payment.change';
import { postCapture, holdAuthorised, readEndingBasis, voidAuthorised } from './payment.ledger';
import { interactionWebhookMessages, paymentWebhookMessages } from './payment.message';
import type { LockedPayment } from './payment.table';

/** What the connector said when it approved. */
export interface Approval {
  connectorReference: string;
  rrn?: string;
  approvalCode?: string;
  recurrentToken?: string;
  /** What the connector took, in minor units, where that is another amount than was asked. */
  amountMinor?: bigint;
  extraPaymentInfo?: ExtraPaymentInfo;
}

/** A payment, and which of its attempts an answer is of where more than one can be: an answer to another changes nothing. */
export type AskedPayment = PaymentRef & { attempt?: number };

/** Encrypts of recurrent tokens are bound to this purpose. */
export const RECURRENT_TOKEN = 'recurrent-token';

/** pending → processed: the connector holds the money. The instant flow is decided at once. */
export async function recordAuthorisation(store: Store, ref: AskedPayment, approval: Approval): Promise<Payment> {
  const encryptedRecurrentToken = approval.recurrentToken
    ? await encrypt(approval.recurrentToken, RECURRENT_TOKEN, store.encryptionKeys)
    : null;
  const { payment } = await changePayment(store, ref, (locked, tx, now) => {
    if (!isAwaited(locked.payment, ref)) return undefined;
    const next: Payment = {
      ...moved(locked.payment, 'authorise', now),
      ...takenBy(locked.payment, approval),
      encryptedPaymentTool: null,
      encryptedRecurrentToken,
      connectorReference: approval.connectorReference,
      rrn: approval.rrn ?? null,
      approvalCode: approval.approvalCode ?? null,
      extraPaymentInfo: approval.extraPaymentInfo ?? null,
      interaction: null,
      // Paid before the payer's wish to give it up was carried out, it is paid.
      target: locked.payment.flow === 'instant' ? 'capture' : null,
      targetReason: null,
    };
    const moves = holdAuthorised(next, tx);
    const authorised = withChangedCash(locked, next, statusChange(locked, next, 'authorise'));
    const writes = [attemptEnd(next, { outcome: 'approved', answer: approval.connectorReference }, now)];
    return { ...withEndedInteraction(locked, next, authorised), moves, writes };
  });
  return payment;
}

function isAwaited({ status, attempt }: Payment, asked: AskedPayment): boolean {
  return status === 'pending' && (asked.attempt === undefined || asked.attempt === attempt);
}

/** The amount is what the connector took: a payer may pay more or less at a terminal, or in a crypto currency. */
function takenBy({ authorisedAmountMinor }: Payment, { amountMinor }: Approval): Partial<Payment> {
  if (amountMinor === undefined || amountMinor === authorisedAmountMinor) return {};
  return { amountMinor, authorisedAmountMinor: amountMinor, changedAmountMinor: amountMinor };
}

/** That the amount is another is an event before the money is. */
function withChangedCash({ invoice }: LockedPayment, next: Payment, change: PaymentChange): PaymentChange {
  if (next.changedAmountMinor === null) return change;
  const messages = paymentWebhookMessages(paymentMachine.steps.changeCash, { invoice, payment: next });
  return { ...change, messages: [...messages, ...(change.messages ?? [])] };
}

/** pending → failed: the connector refused, or time ran out. The invoice may be paid by another payment. */
export async function recordFailure(
  store: Store,
  ref: AskedPayment,
  failure: PaymentFailure,
  outcome: Exclude<AttemptOutcome, 'approved'> = 'declined',
): Promise<Payment> {
  const { payment } = await changePayment(store, ref, (locked, _tx, now) => {
    if (!isAwaited(locked.payment, ref)) return undefined;
    const next: Payment = {
      ...moved(locked.payment, 'fail', now),
      encryptedPaymentTool: null,
      interaction: null,
      failure,
    };
    const writes = [attemptEnd(next, { outcome, answer: paymentFailurePath(failure) }, now)];
    return { ...withEndedInteraction(locked, next, endOfPayment(locked, next, 'fail')), writes };
  });
  return payment;
}

/** The connector wants the payer to do something first; the tool is with it, so ours is erased. */
export async function recordInteraction(store: Store, ref: AskedPayment, asked: UserInteraction): Promise<Payment> {
  const { payment } = await changePayment(store, ref, ({ payment: current }) => {
    if (!isAwaited(current, ref) || current.interaction) return undefined;
    const interaction = capDueDate(asked, current.processingDeadline);
    const next: Payment = { ...current, interaction, encryptedPaymentTool: null };
    return {
      payment: next,
      changes: [{ changeType: 'PaymentInteractionRequested', paymentID: current.id, userInteraction: interaction }],
      messages: interactionWebhookMessages(paymentMachine.steps.requestInteraction, next, interaction),
    };
  });
  return payment;
}

/** processed → captured: the connector took the money; the invoice is paid by the same event. */
export async function recordCapture(store: Store, ref: PaymentRef, now?: Date): Promise<Payment> {
  const readBasis = (tx: Transaction) => readEndingBasis(store.database, ref, tx);
  const { payment } = await changePaymentOn(store, ref, readBasis, (locked, tx, changedAt, basis) => {
    if (locked.payment.status !== 'processed') return undefined;
    const amountMinor = locked.payment.captureAmountMinor ?? locked.payment.authorisedAmountMinor;
    const captured: Payment = {
      ...moved(locked.payment, 'capture', now ?? changedAt),
      amountMinor,
      ...asTaken(locked.payment),
    };
    const { writes: moves, feeMinor } = postCapture(captured, basis, tx);
    return { ...captureAndPay(locked, { ...captured, feeMinor }, changedAt), moves };
  });
  return payment;
}

/** A hold that was to be cancelled is captured where the connector had taken the money before. */
function asTaken({ target }: Payment): Partial<Payment> {
  return target === 'cancel' ? { target: 'capture', targetReason: 'As at the connector' } : {};
}

function captureAndPay(locked: LockedPayment, payment: Payment, now: Date): PaymentChange {
  const paid = findTransition(invoiceMachine, locked.invoice.status, 'pay');
  if (!paid) throw new Error(`invoice ${locked.invoice.id} cannot be paid: it is ${locked.invoice.status}`);
  const invoice = { ...locked.invoice, status: paid.to, statusChangedAt: now, activePaymentID: null };
  return {
    payment,
    invoice: { status: paid.to, statusChangedAt: now, activePaymentID: null },
    changes: [
      { changeType: 'PaymentStatusChanged', paymentID: payment.id, status: payment.status },
      { changeType: 'InvoiceStatusChanged', status: paid.to },
    ],
    messages: [
      ...paymentWebhookMessages(requireTransition(paymentMachine, locked.payment.status, 'capture'), {
        invoice,
        payment,
      }),
      ...invoiceWebhookMessages(paid, invoice),
    ],
  };
}

/** processed → cancelled: the connector gave the hold back. The invoice may be paid by another payment. */
export async function recordCancel(store: Store, ref: PaymentRef): Promise<Payment> {
  const readBasis = (tx: Transaction) => readEndingBasis(store.database, ref, tx);
  const { payment } = await changePaymentOn(store, ref, readBasis, (locked, tx, now, basis) => {
    if (locked.payment.status !== 'processed') return undefined;
    const next = moved(locked.payment, 'cancel', now);
    return { ...endOfPayment(locked, next, 'cancel'), moves: voidAuthorised(next, basis, tx) };
  });
  return payment;
}

function moved(payment: Payment, action: PaymentAction, now: Date): Payment {
  return { ...payment, status: requireTransition(paymentMachine, payment.status, action).to, statusChangedAt: now };
}

function statusChange(locked: LockedPayment, next: Payment, action: PaymentAction): PaymentChange {
  const transition = requireTransition(paymentMachine, locked.payment.status, action);
  return {
    payment: next,
    changes: [
      {
        changeType: 'PaymentStatusChanged',
        paymentID: next.id,
        status: next.status,
        error: next.failure ?? undefined,
        reason: next.targetReason ?? undefined,
      },
    ],
    messages: paymentWebhookMessages(transition, { invoice: locked.invoice, payment: next }),
  };
}

/** A payment that ended without money frees its invoice, which waits for its due date again: that may have come meanwhile. */
function endOfPayment(locked: LockedPayment, next: Payment, action: PaymentAction): PaymentChange {
  const invoice = { ...locked.invoice, activePaymentID: null };
  return {
    ...statusChange({ ...locked, invoice }, next, action),
    invoice: { activePaymentID: null },
    waitsForDueDate: true,
  };
}

/** An interaction that was awaited has ended with the step that follows it, and is told before it. */
function withEndedInteraction(locked: LockedPayment, next: Payment, change: PaymentChange): PaymentChange {
  const { interaction } = locked.payment;
  if (!interaction) return change;
  return {
    ...change,
    changes: [
      { changeType: 'PaymentInteractionCompleted', paymentID: next.id, userInteraction: interaction },
      ...(change.changes ?? []),
    ],
    messages: [
      ...interactionWebhookMessages(paymentMachine.steps.completeInteraction, next, interaction),
      ...(change.messages ?? []),
    ],
  };
}
