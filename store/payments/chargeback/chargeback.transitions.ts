import type { Transaction } from '../../postgres/database';
import type { Chargeback, ChargebackAmounts, ChargebackRef } from '../../../domain/payments/chargeback/chargeback';
import { splitChargeback } from '../../../domain/payments/chargeback/chargeback-parts';
import {
  assertChargeable,
  transitionChargeback,
  reopenedStage,
} from '../../../domain/payments/chargeback/chargeback-rules';
import {
  chargebackMachine,
  type ChargebackAction,
  type ChargebackStage,
} from '../../../domain/payments/chargeback/chargeback.machine';
import type { Clawback } from '../../../domain/payments/allocation/clawback';
import { Refusal, notFound } from '../../../domain/platform/errors/refusal';
import { requireTransition } from '../../../domain/platform/machine/machine';
import { remainingMinor, type PaymentBalance } from '../../../domain/payments/payment/payment-balance';
import type { Payment, PaymentRef } from '../../../domain/payments/payment/payment';
import { paymentMachine, type PaymentAction } from '../../../domain/payments/payment/payment.machine';
import { readPaymentBalance, readTakenBackByShop } from '../payment/payment.balance';
import { changePayment, type PaymentChange } from '../payment/payment.change';
import { paymentWebhookMessages } from '../payment/payment.message';
import type { LockedPayment } from '../payment/payment.table';
import type { Store } from '../../store';
import { startNotices } from './chargeback-notice';
import { startAnswer } from './dispute-answer';
import { holdReopenedChargeback, holdChargeback, postChargeback, releaseChargeback } from './chargeback.ledger';
import { findChargebackByCreation, insertChargeback, readChargeback, saveChargeback } from './chargeback.table';

export interface NewChargeback extends PaymentRef, ChargebackAmounts {
  idempotencyKey: string;
  currency?: string;
  reasonCode?: string;
  /** The dispute that opens it. */
  dispute?: Partial<DisputeFacts> & { stage?: ChargebackStage };
}

type DisputeFacts = Pick<Chargeback, 'disputeAccount' | 'disputeReference' | 'disputeStatedAt' | 'answerDueAt'>;

/** Records a dispute and holds its amount. @throws Refusal notFound, inconsistentRefundCurrency, and those of `assertChargeable` */
export async function createChargeback(store: Store, given: NewChargeback): Promise<Chargeback> {
  let chargeback: Chargeback | undefined;
  await changePayment(store, given, async ({ payment }, tx, now) => {
    chargeback = await findChargebackByCreation(store.database, given.idempotencyKey, tx);
    if (chargeback) return assertSamePayment(chargeback, given);
    const opened = await openChargeback(store, { payment, given, now }, tx);
    chargeback = opened.chargeback;
    return opened.change;
  });
  if (!chargeback) throw new Error('the chargeback was not stored');
  return chargeback;
}

/** Within the transaction that has locked the payment. @throws Refusal as `createChargeback` */
export async function openChargeback(
  store: Store,
  { payment, given, now }: { payment: Payment; given: NewChargeback; now: Date },
  tx: Transaction,
): Promise<ChangedChargeback> {
  if (given.currency !== undefined && given.currency !== payment.currency) {
    throw new Refusal('inconsistentRefundCurrency', `payment is in ${payment.currency}, not ${given.currency}`);
  }
  const balance = await readPaymentBalance(store.database, payment, tx);
  assertChargeable({ status: payment.status, balance }, given.bodyMinor);
  const parts = await readParts(store, { payment, balance, bodyMinor: given.bodyMinor }, tx);
  const chargeback = { ...draftChargeback(payment, given, now), parts };
  await insertChargeback(store.database, chargeback, tx);
  await holdChargeback(store.database, { payment, chargeback }, tx);
  await startNotices(store.database, chargeback, tx);
  return { chargeback, change: { payment: { ...payment, chargebackCount: payment.chargebackCount + 1 } } };
}

function assertSamePayment(made: Chargeback, given: NewChargeback): undefined {
  if (made.invoiceID === given.invoiceID && made.paymentID === given.paymentID) return undefined;
  throw new Refusal('invalidRequest', `command ${given.idempotencyKey} has created a chargeback of another payment`);
}

async function readParts(
  store: Store,
  { payment, balance, bodyMinor }: { payment: Payment; balance: PaymentBalance; bodyMinor: bigint },
  tx: Transaction,
): Promise<Clawback[]> {
  return splitChargeback({
    shopID: payment.shopID,
    bodyMinor,
    remainingMinor: remainingMinor(balance),
    distributed: payment.allocation ?? [],
    takenBack: await readTakenBackByShop(store.database, payment, tx),
  });
}

function draftChargeback(payment: Payment, given: NewChargeback, now: Date): Omit<Chargeback, 'parts'> {
  return {
    invoiceID: payment.invoiceID,
    paymentID: payment.id,
    id: String(payment.chargebackCount + 1),
    partyID: payment.partyID,
    shopID: payment.shopID,
    createdAt: now,
    bodyMinor: given.bodyMinor,
    levyMinor: given.levyMinor,
    currency: payment.currency,
    reasonCode: given.reasonCode ?? null,
    stage: given.dispute?.stage ?? 'chargeback',
    status: chargebackMachine.initial,
    statusChangedAt: now,
    round: 1,
    creationIdempotencyKey: given.idempotencyKey,
    lastIdempotencyKey: given.idempotencyKey,
    disputeAccount: given.dispute?.disputeAccount ?? null,
    disputeReference: given.dispute?.disputeReference ?? null,
    disputeStatedAt: given.dispute?.disputeStatedAt ?? null,
    answerDueAt: given.dispute?.answerDueAt ?? null,
  };
}

export interface ChargebackCommand extends ChargebackRef {
  idempotencyKey: string;
}

/** pending → accepted: the payer gets the money; the acquirer whose dispute it is hears it. @throws Refusal notFound, invalidChargebackStatus */
export async function acceptChargeback(store: Store, command: ChargebackCommand): Promise<Chargeback> {
  return decideChargeback(store, command, 'accept', async ({ chargeback }, tx) =>
    startAnswer(store.database, { ...chargeback, ...command, answer: 'accept' }, tx),
  );
}

/** pending → rejected: the bank's claim was refuted. @throws Refusal notFound, invalidChargebackStatus */
export async function rejectChargeback(store: Store, command: ChargebackCommand): Promise<Chargeback> {
  return decideChargeback(store, command, 'reject');
}

/** pending → cancelled: the bank withdrew its claim. @throws Refusal notFound, invalidChargebackStatus */
export async function cancelChargeback(store: Store, command: ChargebackCommand): Promise<Chargeback> {
  return decideChargeback(store, command, 'cancel');
}

async function decideChargeback(
  store: Store,
  command: ChargebackCommand,
  action: Exclude<ChargebackAction, 'reopen'>,
  tell?: (found: LockedChargeback, tx: Transaction) => Promise<void>,
): Promise<Chargeback> {
  const { idempotencyKey } = command;
  return changeChargeback(store, command, async (found, tx) => {
    const closed = await closeChargeback(store, found, { action, idempotencyKey }, tx);
    await tell?.(found, tx);
    return closed;
  });
}

/** Within the transaction that has locked the payment. @throws Refusal invalidChargebackStatus */
export async function closeChargeback(
  store: Store,
  { locked, chargeback, now }: LockedChargeback,
  { action, idempotencyKey }: { action: Exclude<ChargebackAction, 'reopen'>; idempotencyKey: string },
  tx: Transaction,
): Promise<ChangedChargeback> {
  const next = { ...transitionChargeback(chargeback, action, now), lastIdempotencyKey: idempotencyKey };
  await saveChargeback(store.database, next, tx);
  const dispute = { payment: locked.payment, chargeback: next };
  if (action === 'accept') await postChargeback(store.database, dispute, tx);
  else await releaseChargeback(store.database, dispute, tx);
  const balance = await readPaymentBalance(store.database, locked.payment, tx);
  return { chargeback: next, change: applyToPayment(locked, balance, now) };
}

/** Changes of a reopened chargeback; missing fields keep their values. */
export interface ReopenedTerms extends Partial<ChargebackAmounts> {
  stage?: ChargebackStage;
  answerDueAt?: Date;
}

/**
 * accepted, rejected or cancelled → pending at a later stage. A charged-back payment keeps its status until the
 * decision.
 * @throws Refusal notFound, chargebackInProgress, invalidChargebackStatus, invoicePaymentAmountExceeded
 */
export async function reopenChargeback(
  store: Store,
  command: ChargebackCommand,
  terms: ReopenedTerms = {},
): Promise<Chargeback> {
  const { idempotencyKey } = command;
  return changeChargeback(store, command, (found, tx) => holdAgain(store, found, { ...terms, idempotencyKey }, tx));
}

/** Within the transaction that has locked the payment. @throws Refusal as `reopenChargeback` */
export async function holdAgain(
  store: Store,
  { locked, chargeback, now }: LockedChargeback,
  terms: ReopenedTerms & { idempotencyKey: string },
  tx: Transaction,
): Promise<ChangedChargeback> {
  const balance = await readPaymentBalance(store.database, locked.payment, tx);
  const bodyMinor = terms.bodyMinor ?? chargeback.bodyMinor;
  const stage = reopenedStage(chargeback, { balance, stage: terms.stage, bodyMinor });
  const open: Chargeback = {
    ...transitionChargeback(chargeback, 'reopen', now),
    bodyMinor,
    levyMinor: terms.levyMinor ?? chargeback.levyMinor,
    stage,
    round: chargeback.round + 1,
    lastIdempotencyKey: terms.idempotencyKey,
    answerDueAt: terms.answerDueAt ?? null,
  };
  const accepted = chargeback.status === 'accepted' ? chargeback : undefined;
  await saveChargeback(store.database, open, tx);
  const { payment } = locked;
  const reopened = { ...open, parts: await recomputeParts(store, { payment, bodyMinor }, tx) };
  await saveChargeback(store.database, reopened, tx);
  await holdReopenedChargeback(store.database, { payment, chargeback: reopened, accepted }, tx);
  await startNotices(store.database, reopened, tx);
  return { chargeback: reopened, change: { payment } };
}

/** Recomputes the parts of a reopened claim, which no longer counts as taken back. */
async function recomputeParts(
  store: Store,
  { payment, bodyMinor }: { payment: Payment; bodyMinor: bigint },
  tx: Transaction,
): Promise<Clawback[]> {
  const balance = await readPaymentBalance(store.database, payment, tx);
  return readParts(store, { payment, balance, bodyMinor }, tx);
}

/** A chargeback whose payment is locked. */
export interface LockedChargeback {
  locked: LockedPayment;
  chargeback: Chargeback;
  now: Date;
}

/** A changed chargeback, and the change of its payment that must be written. */
export interface ChangedChargeback {
  chargeback: Chargeback;
  change: PaymentChange;
}

type Decide = (found: LockedChargeback, tx: Transaction) => Promise<ChangedChargeback>;

async function changeChargeback(store: Store, command: ChargebackCommand, decide: Decide): Promise<Chargeback> {
  let chargeback: Chargeback | undefined;
  await changePayment(store, command, async (locked, tx, now) => {
    chargeback = await readChargeback(store.database, command, tx);
    if (!chargeback) throw notFound('Chargeback');
    if (chargeback.lastIdempotencyKey === command.idempotencyKey) return undefined;
    const decided = await decide({ locked, chargeback, now }, tx);
    chargeback = decided.chargeback;
    return decided.change;
  });
  if (!chargeback) throw notFound('Chargeback');
  return chargeback;
}

/** Without a remainder the payment is charged back, with one it is restored. A pending refund decides when it ends. */
function applyToPayment(locked: LockedPayment, balance: PaymentBalance, now: Date): PaymentChange {
  const { payment } = locked;
  const remainderMinor = remainingMinor(balance);
  if (remainderMinor === 0n && payment.status === 'captured' && !balance.hasPendingRefund)
    return transitionPayment(locked, 'chargeBackWhole', now);
  if (remainderMinor > 0n && payment.status !== 'captured')
    return transitionPayment(locked, 'restoreFromChargeback', now);
  return { payment };
}

function transitionPayment({ invoice, payment }: LockedPayment, action: PaymentAction, now: Date): PaymentChange {
  const transition = requireTransition(paymentMachine, payment.status, action);
  const next: Payment = { ...payment, status: transition.to, statusChangedAt: now };
  return {
    payment: next,
    changes: [{ changeType: 'PaymentStatusChanged', paymentID: next.id, status: next.status }],
    messages: paymentWebhookMessages(transition, { invoice, payment: next }),
  };
}
