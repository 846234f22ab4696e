import { present } from '../../domain/platform/fields/present';
import type { Approved, Declined, InteractionRequired, PayOutOutcome, PaymentOutcome, Unknown } from '../connector';
import { NOTHING_HELD } from '../declined';
import type { Pending } from '../pending';
import { redirectTo } from '../redirect';
import type { Stated } from '../stated';
import { toDeclined, toDeclinedPayOut } from './cancellation-reasons';
import { paymentCard } from './payment-card';
import { fromYooKassaAmount } from './yookassa-amount';
import {
  BLOCKED,
  OPERATION,
  type YooKassaMethod,
  type YooKassaPayment,
  type YooKassaPayout,
  type YooKassaRefund,
} from './yookassa-objects';

export function isBlocker({ metadata }: YooKassaPayment): boolean {
  return metadata?.[BLOCKED] !== undefined && metadata[BLOCKED] !== null;
}

/** @param isHeld whether a hold was asked for, if its state is to be compared */
export function paymentOutcome(payment: YooKassaPayment, { isHeld = false } = {}): PaymentOutcome {
  if (isBlocker(payment)) return NOTHING_HELD;
  switch (payment.status) {
    case 'waiting_for_capture':
    case 'succeeded':
      return {
        kind: 'approved',
        connectorReference: payment.id,
        stated: authorisationStated(payment, isHeld),
        ...authorisationDetails(payment),
        ...saved(payment),
        ...paymentCard(payment),
        ...holdEnd(payment),
        ...fee(payment),
      };
    case 'canceled':
      return { ...toDeclined(payment.cancellation_details?.reason), stated: authorisationStated(payment) };
    case 'pending':
      return interaction(payment, authorisationStated(payment)) ?? { kind: 'unknown' };
  }
}

function authorisationStated(payment: YooKassaPayment, isHeld = false): Stated {
  const { authorisation: operation, ...stated } = followUpStated(payment);
  return { ...stated, operation, ...(isHeld && { state: payment.status === 'succeeded' ? 'captured' : 'held' }) };
}

function followUpStated({ metadata, amount, test: isTest, recipient }: YooKassaPayment): Stated {
  const authorisation = metadata?.[OPERATION] ?? undefined;
  return { authorisation, ...money(amount), isTest, account: recipient?.account_id };
}

function money(amount: YooKassaPayment['amount']): Pick<Stated, 'amount' | 'currency'> {
  return { amount: fromYooKassaAmount(amount) ?? null, currency: amount.currency };
}

/** Converts a released payment. */
export function releaseOutcome(payment: YooKassaPayment): Approved {
  const { id } = payment;
  const stated = { ...followUpStated(payment), authorisationReference: id };
  return { kind: 'approved', connectorReference: id, stated };
}

/** Converts a captured payment, with the captured amount. */
export function captureOutcome(payment: YooKassaPayment): Approved | Declined | Unknown {
  if (payment.status === 'canceled' || isBlocker(payment)) return NOTHING_HELD;
  if (payment.status !== 'succeeded') return { kind: 'unknown' };
  const amountMinor = fromYooKassaAmount(payment.amount);
  return {
    kind: 'approved',
    connectorReference: payment.id,
    stated: { ...followUpStated(payment), authorisationReference: payment.id },
    ...authorisationDetails(payment),
    ...(amountMinor !== undefined && { amountMinor }),
    ...fee(payment),
    ...present({ receipt: payment.receipt_registration }),
  };
}

export function refundOutcome(refund: YooKassaRefund): Approved | Declined | Pending {
  const { id: connectorReference, status, payment_id: authorisationReference, amount, metadata } = refund;
  const stated = { operation: metadata?.[OPERATION] ?? undefined, authorisationReference, ...money(amount) };
  if (status === 'canceled') return { ...toDeclined(refund.cancellation_details?.reason), stated };
  if (status === 'pending') return { kind: status, connectorReference, stated };
  return { kind: 'approved', connectorReference, stated, ...present({ receipt: refund.receipt_registration }) };
}

export function payOutOutcome(payout: YooKassaPayout): PayOutOutcome {
  const { id: connectorReference, status, amount, metadata, test: isTest } = payout;
  const stated = { operation: metadata?.[OPERATION] ?? undefined, ...money(amount), isTest };
  if (status === 'canceled') return { ...toDeclinedPayOut(payout.cancellation_details?.reason), stated };
  return { kind: status === 'succeeded' ? 'approved' : 'pending', connectorReference, stated };
}

export function methodOutcome(method: YooKassaMethod): PaymentOutcome {
  const stated = { operation: method.metadata?.[OPERATION] ?? undefined, account: method.holder?.account_id };
  if (method.status === 'active' && method.saved) {
    return { kind: 'approved', connectorReference: method.id, recurrentToken: method.id, stated };
  }
  if (method.status === 'inactive') return { ...toDeclined(undefined), stated };
  return interaction(method, stated) ?? { kind: 'unknown' };
}

/** The payer confirms on a page of YooKassa, which redirects to the request's `return_url`. */
function interaction(
  { id, confirmation }: YooKassaPayment | YooKassaMethod,
  stated: Stated,
): InteractionRequired | undefined {
  const url = confirmation?.confirmation_url;
  return url
    ? { kind: 'interactionRequired', connectorReference: id, interaction: redirectTo(url), stated }
    : undefined;
}

function authorisationDetails({ authorization_details: details }: YooKassaPayment) {
  const { rrn, auth_code: approvalCode } = details ?? {};
  return {
    ...(rrn !== undefined && /^[A-Za-z0-9]{12}$/.test(rrn) && { rrn }),
    ...(approvalCode !== undefined && approvalCode !== '' && { approvalCode }),
  };
}

function holdEnd({ status, expires_at: text = '' }: YooKassaPayment): { holdExpiresAt?: Date } {
  const holdExpiresAt = new Date(text);
  return status === 'waiting_for_capture' && !isNaN(holdExpiresAt.getTime()) ? { holdExpiresAt } : {};
}

/** What YooKassa keeps of the amount, with VAT. */
function fee({ amount, income_amount: income }: YooKassaPayment): { feeMinor?: bigint } {
  const [paidMinor, earnedMinor] = [fromYooKassaAmount(amount), income && fromYooKassaAmount(income)];
  if (paidMinor === undefined || earnedMinor === undefined || income?.currency !== amount.currency) return {};
  return paidMinor >= earnedMinor ? { feeMinor: paidMinor - earnedMinor } : {};
}

function saved({ payment_method: method }: YooKassaPayment): { recurrentToken?: string } {
  return method?.saved === true && method.id !== undefined ? { recurrentToken: method.id } : {};
}
