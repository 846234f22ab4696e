import { isDeepStrictEqual } from 'node:util';
import type { Approval } from '../../../domain/payments/payment/approval';
import { invoiceMachine } from '../../../domain/payments/invoice/invoice.machine';
import { findTransition, requireTransition } from '../../../domain/platform/machine/machine';
import type { Payer, Payment, PaymentRef } from '../../../domain/payments/payment/payment';
import type { AttemptOutcome } from '../../../domain/payments/payment/attempt';
import { endOfHold } from '../../../domain/payments/payment/hold-rules';
import { nameCard } from '../../../domain/payments/payment/named-card';
import { paymentFailurePath, type PaymentFailure } from '../../../domain/payments/payment/payment-failure';
import { paymentMachine, type PaymentAction } from '../../../domain/payments/payment/payment.machine';
import { capDueDate, type UserInteraction } from '../../../domain/payments/payment/user-interaction';
import { invoiceWebhookMessages } from '../invoice/invoice.message';
import { encrypt } from '../../../security/encryption';
import type { Command } from '../../change-log';
import type { BoundStatement, Transaction } from '../../postgres/database';
import type { Store } from '../../store';
import { changePayment, changePaymentOn, type PaymentChange } from './payment.change';
import { postCapture, holdAuthorised, readHoldBasis, voidAuthorised } from './payment.ledger';
import { interactionWebhookMessages, paymentWebhookMessages } from './payment.message';
import { paymentToolUpdate, type LockedPayment } from './payment.table';

/** A payment, and the attempt that a response belongs to; a response to another attempt changes nothing. */
export type PaymentAttemptRef = PaymentRef & { attempt?: number };

export const RECURRENT_TOKEN = 'recurrent-token';

/** pending → processed: the connector holds the money. The instant flow is captured at once. */
export async function recordAuthorisation(store: Store, ref: PaymentAttemptRef, approval: Approval): Promise<Payment> {
  const encryptedRecurrentToken = approval.recurrentToken
    ? await encrypt(approval.recurrentToken, RECURRENT_TOKEN, store.encryptionKeys)
    : null;
  const { payment } = await changePayment(store, ref, (locked, tx, now) => {
    if (!isCurrentAttempt(locked.payment, ref)) return undefined;
    const next: Payment = {
      ...applyTransition(locked.payment, 'authorise', now),
      ...applyTakenAmount(locked.payment, approval),
      encryptedPaymentTool: null,
      encryptedRecurrentToken,
      connectorReference: approval.connectorReference,
      rrn: approval.rrn ?? null,
      approvalCode: approval.approvalCode ?? null,
      extraPaymentInfo: approval.extraPaymentInfo ?? null,
      payer: withNamedCard(locked.payment.payer, approval),
      heldUntil: endOfHold(locked.payment, approval.holdExpiresAt),
      schemeTransactionID: approval.schemeTransactionID ?? null,
      connectorFeeMinor: approval.feeMinor ?? null,
      interaction: null,
      // An authorisation overrides an abandonment that was not executed yet.
      target: locked.payment.flow === 'instant' ? 'capture' : null,
      targetReason: null,
    };
    const moves = holdAuthorised(store.database, next, tx);
    const authorised = withChangedCash(locked, next, buildStatusChange(locked, next, 'authorise'));
    const writes = next.payer === locked.payment.payer ? [] : [paymentToolUpdate(next)];
    const attemptEnd = { outcome: 'approved', answer: approval.connectorReference } as const;
    return { ...withEndedInteraction(locked, next, authorised), moves, attemptEnd, writes };
  });
  return payment;
}

/** Returns the same payer if the acquirer says nothing new of the card. */
function withNamedCard(payer: Payer, { card }: Approval): Payer {
  const toolDetails = nameCard(payer.toolDetails, card);
  return isDeepStrictEqual(toolDetails, payer.toolDetails) ? payer : { ...payer, toolDetails };
}

function isCurrentAttempt({ status, attempt }: Payment, asked: PaymentAttemptRef): boolean {
  return status === 'pending' && (asked.attempt === undefined || asked.attempt === attempt);
}

/** Payers may pay more or less at a terminal or in a crypto currency. */
function applyTakenAmount({ authorisedAmountMinor }: Payment, { amountMinor }: Approval): Partial<Payment> {
  if (amountMinor === undefined || amountMinor === authorisedAmountMinor) return {};
  return { amountMinor, authorisedAmountMinor: amountMinor, changedAmountMinor: amountMinor };
}

/** The changed amount is emitted before the status change. */
function withChangedCash({ invoice }: LockedPayment, next: Payment, change: PaymentChange): PaymentChange {
  if (next.changedAmountMinor === null) return change;
  const messages = paymentWebhookMessages(paymentMachine.steps.changeCash, { invoice, payment: next });
  return { ...change, messages: [...messages, ...(change.messages ?? [])] };
}

interface FailedAttempt {
  outcome: Exclude<AttemptOutcome, 'approved'>;
  /** By default the path of the failure. */
  answer: string;
  /** Recorded with the failure. */
  commands: readonly Command[];
  writes: readonly BoundStatement[];
}

/** pending → failed: declined or timed out. Another payment may pay the invoice. */
export async function recordFailure(
  store: Store,
  ref: PaymentAttemptRef,
  failure: PaymentFailure,
  {
    outcome = 'declined',
    answer = paymentFailurePath(failure),
    commands = [],
    writes = [],
  }: Partial<FailedAttempt> = {},
): Promise<Payment> {
  const { payment } = await changePayment(store, ref, (locked, _tx, now) => {
    if (!isCurrentAttempt(locked.payment, ref)) return undefined;
    const next: Payment = {
      ...applyTransition(locked.payment, 'fail', now),
      encryptedPaymentTool: null,
      interaction: null,
      failure,
    };
    const ended = withEndedInteraction(locked, next, buildUnpaidEnd(locked, next, 'fail'));
    return { ...ended, attemptEnd: { outcome, answer }, writes, commands: [...commands] };
  });
  return payment;
}

/** pending → failed, of a payment of which no connector knows: a rule before authorisation rejects it. */
export function failUnsent(
  locked: LockedPayment,
  { failure, rule, now }: { failure: PaymentFailure; rule: string; now: Date },
): PaymentChange {
  const next: Payment = { ...applyTransition(locked.payment, 'fail', now), encryptedPaymentTool: null, failure };
  const change = buildUnpaidEnd(locked, next, 'fail');
  return { ...change, changes: change.changes?.map((each) => ({ ...each, rule })) };
}

/** Records an interaction of the payer and erases the payment tool, which the connector now has. */
export async function recordInteraction(
  store: Store,
  ref: PaymentAttemptRef,
  asked: UserInteraction,
): Promise<Payment> {
  const { payment } = await changePayment(store, ref, ({ payment: current }) => {
    if (!isCurrentAttempt(current, ref) || current.interaction) return undefined;
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

/** processed → captured: the same event marks the invoice as paid. */
export async function recordCapture(
  store: Store,
  ref: PaymentRef,
  { feeMinor: connectorFeeMinor, receipt }: Pick<Approval, 'feeMinor' | 'receipt'> = {},
): Promise<Payment> {
  const read = (tx: Transaction) => readHoldBasis(store.database, ref, tx);
  const { payment } = await changePaymentOn(store, ref, { read }, (locked, tx, changedAt, basis) => {
    if (locked.payment.status !== 'processed') return undefined;
    const amountMinor = locked.payment.captureAmountMinor ?? locked.payment.authorisedAmountMinor;
    const captured: Payment = {
      ...applyTransition(locked.payment, 'capture', changedAt),
      amountMinor,
      ...(connectorFeeMinor !== undefined && { connectorFeeMinor }),
      receiptState: receipt ?? null,
      ...adoptCapture(locked.payment),
    };
    const { writes: moves, feeMinor } = postCapture(captured, basis, tx);
    return { ...captureAndPay(locked, { ...captured, feeMinor }, changedAt), moves };
  });
  return payment;
}

/** A hold that was to be cancelled is captured if the connector had captured it before. */
function adoptCapture({ target }: Payment): Partial<Payment> {
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

/** processed → cancelled: the connector released the hold. Another payment may pay the invoice. */
export async function recordCancel(store: Store, ref: PaymentRef): Promise<Payment> {
  const read = (tx: Transaction) => readHoldBasis(store.database, ref, tx);
  const { payment } = await changePaymentOn(store, ref, { read }, (locked, tx, now, basis) => {
    if (locked.payment.status !== 'processed') return undefined;
    const next = applyTransition(locked.payment, 'cancel', now);
    return { ...buildUnpaidEnd(locked, next, 'cancel'), moves: voidAuthorised(next, basis, tx) };
  });
  return payment;
}

function applyTransition(payment: Payment, action: PaymentAction, now: Date): Payment {
  return { ...payment, status: requireTransition(paymentMachine, payment.status, action).to, statusChangedAt: now };
}

function buildStatusChange(locked: LockedPayment, next: Payment, action: PaymentAction): PaymentChange {
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

/** A payment that ended without money frees its invoice, which waits for its due date again. */
function buildUnpaidEnd(locked: LockedPayment, next: Payment, action: PaymentAction): PaymentChange {
  const invoice = { ...locked.invoice, activePaymentID: null };
  return {
    ...buildStatusChange({ ...locked, invoice }, next, action),
    invoice: { activePaymentID: null },
    waitsForDueDate: true,
  };
}

/** A status change completes the open interaction; the completion is emitted first. */
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
