import Stripe from 'stripe';
import { paymentFailure, type PaymentFailurePath } from '../../domain/payment/payment-failure';
import { ConnectorMisuse, ConnectorUnavailable, type Declined, type Unknown } from '../connector';
import { declinedFor } from './decline-codes';

/** With these the request certainly never left; any other broken connection may have broken after it arrived. */
const UNSENT: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** What Stripe answers to requests that it understands and cannot carry out: this request has done nothing. */
const REFUSALS = {
  amount_too_large: 'authorization_failed:provider_limit_exceeded:amount',
  amount_too_small: 'authorization_failed:provider_limit_exceeded:amount',
  balance_insufficient: 'authorization_failed:insufficient_funds',
  capture_charge_authorization_expired: 'authorization_failed:operation_blocked',
  charge_already_captured: 'authorization_failed:operation_blocked',
  charge_already_refunded: 'authorization_failed:operation_blocked',
  charge_disputed: 'authorization_failed:operation_blocked',
  charge_expired_for_capture: 'authorization_failed:operation_blocked',
  charge_not_refundable: 'authorization_failed:operation_blocked',
  payment_intent_unexpected_state: 'authorization_failed:operation_blocked',
  refund_disputed_payment: 'authorization_failed:operation_blocked',
  setup_intent_unexpected_state: 'authorization_failed:operation_blocked',
} as const satisfies Record<string, PaymentFailurePath>;

function isRefusal(code: string | undefined): code is keyof typeof REFUSALS {
  return code !== undefined && Object.hasOwn(REFUSALS, code);
}

/** With these Stripe says that the intent is not in the state which the request needs, perhaps because it was done before. */
const STATE_CONFLICTS: ReadonlySet<string> = new Set(['charge_already_captured', 'payment_intent_unexpected_state']);

export function isStateConflict(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && STATE_CONFLICTS.has(error.code ?? '');
}

/**
 * What a failed call means. A key that stands for another request is no answer: either the operation was blocked before it
 * came, or its repetition differs, and then its first request may hold money.
 * @throws ConnectorUnavailable where Stripe certainly did nothing and may later, ConnectorMisuse where it never will. Their
 * messages name Stripe's code, its parameter and its request, never its text, which may repeat what was sent.
 */
export function failedOutcome(error: unknown): Declined | Unknown {
  const { errors } = Stripe;
  if (error instanceof errors.StripeCardError) {
    return declinedFor(error.decline_code, error.code);
  }
  if (error instanceof errors.StripeIdempotencyError) return { kind: 'unknown' };
  if (error instanceof errors.StripeInvalidRequestError && isRefusal(error.code)) {
    return { kind: 'declined', failure: paymentFailure(REFUSALS[error.code]) };
  }
  if (error instanceof errors.StripeRateLimitError)
    throw new ConnectorUnavailable('Stripe answers no more requests now');
  // A key that Stripe does not take is mended by an operator, and nothing is lost meanwhile.
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError) {
    throw new ConnectorUnavailable('Stripe does not take our key');
  }
  if (error instanceof errors.StripeConnectionError) {
    if (wasNeverSent(error)) throw new ConnectorUnavailable('Stripe cannot be reached', { isUnsent: true });
    return { kind: 'unknown' };
  }
  // 5xx, and 409: the same operation is being worked on by an earlier request.
  if (error instanceof errors.StripeAPIError) return { kind: 'unknown' };
  if (error instanceof errors.StripeError) throw misuse(error);
  throw error;
}

function misuse(error: InstanceType<typeof Stripe.errors.StripeError>): ConnectorMisuse {
  const { type, code, param, requestId } = error;
  const named = [`code ${code ?? type}`, param && `parameter ${param}`, requestId && `request ${requestId}`];
  return new ConnectorMisuse(`Stripe refuses the request: ${named.filter(Boolean).join(', ')}`);
}

function wasNeverSent(error: { detail?: unknown }): boolean {
  const { code } = (error.detail ?? {}) as { code?: unknown };
  return typeof code === 'string' && UNSENT.has(code);
}
