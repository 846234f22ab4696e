import type { Chargeback } from '../../../domain/payments/chargeback/chargeback';
import { ClaimTooLarge } from '../../../domain/payments/chargeback/chargeback-rules';
import { decideDispute, type DisputeStep } from '../../../domain/payments/dispute/decide-dispute';
import type { FoundDispute, NoticeState } from '../../../domain/payments/dispute/dispute';
import type { DisputeProblem } from '../../../domain/payments/dispute/dispute-problem';
import { Refusal } from '../../../domain/platform/errors/refusal';
import type { RefusalCode } from '../../../domain/platform/errors/refusal-codes';
import type { Payment, PaymentRef } from '../../../domain/payments/payment/payment';
import { getDisputeLevyMinor } from '../../../domain/merchants/shop/shop-terms';
import { readOperationName } from '../../../domain/operators/reconciliation/operation-name';
import { asOperator } from '../../platform/audit/origin';
import { moveReminder, startNotices } from '../chargeback/chargeback-notice';
import { findChargebackOfDispute, saveChargeback } from '../chargeback/chargeback.table';
import {
  closeChargeback,
  holdAgain,
  openChargeback,
  type LockedChargeback,
} from '../chargeback/chargeback.transitions';
import { changePayment, type PaymentChange } from '../payment/payment.change';
import type { LockedPayment } from '../payment/payment.table';
import type { Transaction } from '../../postgres/database';
import { reportFinding } from '../../operators/reconciliation/report-finding';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { findShop } from '../../merchants/shop/shop.queries';
import type { Store } from '../../store';
import { lockNotice, readNotice, settleNotice, type NoticeEnd, type RecordedNotice } from './dispute-notices';

/** A result that is written, or the reason why nothing was changed, with the amount that a statement contradicts. */
type Result = NoticeEnd & { isFinal?: boolean; recorded?: { amountMinor: bigint; currency: string } };

const UNKNOWN_PAYMENT: Result = { state: 'waiting', problem: 'unknownPayment' };

/** Statuses of payments that may still be captured. */
const UNDECIDED: ReadonlySet<string> = new Set(['pending', 'processed']);

/**
 * Applies a statement to the chargeback of its dispute, or records why it waits. With `isLast` one that waits is listed for
 * operators, as one is that only they can decide. What the acquirer was asked counts more than the statement. Idempotent.
 */
export async function applyNotice(
  store: Store,
  id: string,
  { isLast, found }: { isLast: boolean; found?: FoundDispute | undefined },
): Promise<NoticeState> {
  const notice = await readNotice(store.database, id);
  if (!notice) throw new Error('there is no such statement about a dispute');
  if (notice.state !== 'waiting') return notice.state;
  const result = isConfirmed(notice, found)
    ? await tryToApply(store, { ...notice, operationID: found?.operationID ?? notice.operationID })
    : NOT_CONFIRMED;
  if (result.state !== 'waiting') return result.state;
  const isListed = isLast || result.isFinal === true;
  // Listed first, so that an interrupted listing is repeated.
  if (isListed) await listForOperators(store, notice, result);
  await settleNotice(store.database, id, { ...result, state: isListed ? 'attention' : 'waiting' });
  return isListed ? 'attention' : 'waiting';
}

const NOT_CONFIRMED: Result = { state: 'waiting', problem: 'notConfirmed' };

/** Only the end of a stage is final enough to be compared: others may be over by now. */
function isConfirmed({ event }: RecordedNotice, found: FoundDispute | undefined): boolean {
  return !found || (event !== 'won' && event !== 'lost') || found.state === event;
}

async function tryToApply(store: Store, notice: RecordedNotice): Promise<Result> {
  const name = readOperationName(notice.operationID);
  if (name?.entity !== 'payment' && name?.entity !== 'refund') return UNKNOWN_PAYMENT;
  const ref = { invoiceID: name.invoiceID, paymentID: name.paymentID };
  const workflow = { operation: 'dispute', requestID: workflowIDs.dispute(notice.id), paymentID: ref.paymentID };
  const attributed = asOperator(store, workflow, `connector/${notice.account}`);
  let result: Result = { state: notice.state };
  let payment: Payment | undefined;
  try {
    await changePayment(attributed, ref, async (locked, tx, now) => {
      const state = await lockNotice(store.database, notice.id, tx);
      if (state !== 'waiting') {
        result = { state: state ?? 'applied' };
        return undefined;
      }
      if (locked.payment.connector !== notice.account) {
        result = UNKNOWN_PAYMENT;
        return undefined;
      }
      payment = locked.payment;
      const applied = await applyToPayment(attributed, notice, { locked, now }, tx);
      result = { ...applied.result, payment: ref };
      if (result.state !== 'waiting') await settleNotice(store.database, notice.id, result, tx);
      return applied.change;
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return toResult(error, payment, ref);
  }
  return result;
}

const REFUSED: Partial<Record<RefusalCode, DisputeProblem>> = {
  chargebackInProgress: 'otherChargeback',
  invalidPaymentStatus: 'paymentStatus',
  invoicePaymentAmountExceeded: 'exceedsPayment',
  inconsistentRefundCurrency: 'differentCurrency',
};

function toResult(refusal: Refusal, payment: Payment | undefined, ref: PaymentRef): Result {
  if (!payment) return UNKNOWN_PAYMENT;
  const mayPass =
    refusal.code === 'chargebackInProgress' ||
    (refusal.code === 'invalidPaymentStatus' && UNDECIDED.has(payment.status));
  const { currency } = payment;
  const amountMinor = refusal instanceof ClaimTooLarge ? refusal.leftMinor : payment.amountMinor;
  return {
    ...{ state: 'waiting', problem: REFUSED[refusal.code] ?? 'refused', payment: ref, isFinal: !mayPass },
    recorded: { amountMinor, currency },
  };
}

interface Applied {
  result: Result;
  change?: PaymentChange;
}

async function applyToPayment(
  store: Store,
  notice: RecordedNotice,
  { locked, now }: { locked: LockedPayment; now: Date },
  tx: Transaction,
): Promise<Applied> {
  const chargeback = await findChargebackOfDispute(store.database, notice, tx);
  const step = decideDispute(toDecide(notice), chargeback);
  if (step.do === 'nothing') return { result: { state: step.isSuperseded ? 'superseded' : 'shown' } };
  const recorded = chargeback && { amountMinor: chargeback.bodyMinor, currency: chargeback.currency };
  if (step.do === 'wait' || step.do === 'list') {
    const isFinal = step.do === 'list';
    return { result: { state: 'waiting', problem: step.problem, isFinal, ...(recorded && { recorded }) } };
  }
  if (step.do === 'open') {
    const { shopID, partyID, currency } = locked.payment;
    const shop = await findShop(store.database, { shopID, partyID }, tx);
    const levy = { currency, statedMinor: notice.levyMinor };
    const given = toNewChargeback(notice, getDisputeLevyMinor(shop?.terms ?? {}, levy));
    const { change } = await openChargeback(store, { payment: locked.payment, given, now }, tx);
    return { result: { state: 'applied' }, change };
  }
  if (!chargeback || !recorded) throw new Error('a dispute without a chargeback cannot change it');
  if (notice.currency !== null && notice.currency !== chargeback.currency) {
    return { result: { state: 'waiting', problem: 'differentCurrency', isFinal: true, recorded } };
  }
  const change = await changeStage(store, { locked, chargeback, now }, { step, notice }, tx);
  return { result: { state: 'applied' }, change };
}

function toDecide({ event, stage, amountMinor, statedAt }: RecordedNotice) {
  return { event, statedAt, ...(stage && { stage }), ...(amountMinor !== null && { amountMinor }) };
}

function toNewChargeback(notice: RecordedNotice, levyMinor: bigint) {
  const { account, disputeReference, amountMinor, currency, reasonCode, answerDueAt, statedAt, stage } = notice;
  return {
    invoiceID: '',
    paymentID: '',
    idempotencyKey: `dispute/${account}/${disputeReference}`,
    bodyMinor: amountMinor ?? 0n,
    levyMinor,
    ...(currency !== null && { currency }),
    ...(reasonCode !== null && { reasonCode }),
    dispute: {
      disputeAccount: account,
      disputeReference,
      disputeStatedAt: statedAt,
      answerDueAt,
      ...(stage && { stage }),
    },
  };
}

/** Changes stage, deadline and status of a chargeback; one that has ended is opened again first. */
async function changeStage(
  store: Store,
  found: LockedChargeback,
  { step, notice }: { step: Extract<DisputeStep, { do: 'change' }>; notice: RecordedNotice },
  tx: Transaction,
): Promise<PaymentChange> {
  const { stage } = step;
  const isNext = stage !== found.chargeback.stage;
  const answerDueAt = notice.answerDueAt ?? (isNext ? null : found.chargeback.answerDueAt);
  const idempotencyKey = `dispute/${notice.id}`;
  let chargeback: Chargeback = {
    ...found.chargeback,
    disputeStatedAt: notice.statedAt,
    reasonCode: notice.reasonCode ?? found.chargeback.reasonCode,
    lastIdempotencyKey: idempotencyKey,
  };
  let change: PaymentChange = { payment: found.locked.payment };
  if (step.isReopened) {
    const amount = notice.event === 'opened' ? notice.amountMinor : null;
    const terms = { stage, idempotencyKey, ...(answerDueAt && { answerDueAt }), ...(amount && { bodyMinor: amount }) };
    ({ chargeback, change } = await holdAgain(store, { ...found, chargeback }, terms, tx));
  } else {
    chargeback = { ...chargeback, stage, answerDueAt, ...(isNext && { statusChangedAt: found.now }) };
    await saveChargeback(store.database, chargeback, tx);
    await (isNext ? startNotices : moveReminder)(store.database, chargeback, tx);
  }
  if (step.close === undefined) return change;
  const closing = { action: step.close, idempotencyKey };
  return (await closeChargeback(store, { ...found, chargeback }, closing, tx)).change;
}

/** Lists a statement that could not be applied as a difference between the connector and the platform. */
async function listForOperators(store: Store, notice: RecordedNotice, result: Result): Promise<void> {
  const { problem, payment, recorded } = result;
  const { account, disputeReference, event, stage, amountMinor, currency, statedAt } = notice;
  const name = [disputeReference, event, stage].filter((part) => part !== null).join('/');
  await reportFinding(store.database, account, {
    kind: 'dispute',
    operationID: `dispute/${name}`,
    operationKind: 'unknown',
    ...(payment && { subject: `payment/${payment.invoiceID}.${payment.paymentID}` }),
    facts: {
      disputeEvent: event,
      ...(stage !== null && { disputeStage: stage }),
      ...(problem !== undefined && { disputeProblem: problem }),
      ...(recorded && currency !== null && recorded.currency !== currency && { recordedCurrency: recorded.currency }),
    },
    currency: currency ?? recorded?.currency ?? null,
    connectorMinor: amountMinor,
    recordedMinor: recorded?.amountMinor ?? null,
    connectorReference: disputeReference,
    at: statedAt,
  });
}
