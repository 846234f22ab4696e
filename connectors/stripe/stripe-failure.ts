import Stripe from 'stripe';
import type { PaymentFailurePath } from '../../domain/payments/payment/payment-failure';
import { UNSENT_CODES } from '../acquirer-http';
import { isDecided } from '../card-errors';
import { ConnectorUnavailable, type Declined, type OperationRequest, type Unknown } from '../connector';
import { ConnectorRejection } from '../connector-rejection';
import { declined } from '../declined';
import type { Deadline } from '../deadline';
import { reasonTable } from '../reason-table';
import { runOperation } from '../run-operation';
import { toDeclined } from './decline-codes';

/** Refusals of valid requests, which had no effect. */
const REFUSALS = reasonTable<PaymentFailurePath>({
  'authorization_failed:insufficient_funds': 'balance_insufficient',
  'authorization_failed:operation_blocked': `
    capture_charge_authorization_expired charge_already_captured charge_already_refunded charge_disputed
    charge_expired_for_capture charge_not_refundable payment_intent_unexpected_state refund_disputed_payment
    setup_intent_unexpected_state
  `,
  'authorization_failed:payment_tool_rejected:unknown': 'token_already_used',
  'authorization_failed:provider_limit_exceeded:amount': 'amount_too_large amount_too_small',
});

/** The intent has another state than the request needs, perhaps because it was done before. */
const STATE_CONFLICTS: ReadonlySet<string> = new Set([
  'charge_already_captured',
  'payment_intent_unexpected_state',
  'setup_intent_unexpected_state',
]);

export function isStateConflict(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && STATE_CONFLICTS.has(error.code ?? '');
}

/**
 * Converts a failed call. An idempotency conflict is unknown: either the operation was blocked, or an earlier, different
 * request may hold money.
 * @throws ConnectorUnavailable if Stripe certainly did nothing and may later, ConnectorRejection if it never will; messages
 * contain codes, never Stripe's texts, which may repeat input
 */
function toFailedOutcome(error: unknown): Declined | Unknown {
  const { errors } = Stripe;
  if (error instanceof errors.StripeCardError) {
    return toDeclined(error.decline_code, error.code);
  }
  if (error instanceof errors.StripeIdempotencyError) return { kind: 'unknown' };
  const refusal = error instanceof errors.StripeInvalidRequestError && REFUSALS.get(error.code ?? '');
  if (refusal) return declined(refusal);
  if (error instanceof errors.StripeRateLimitError) throw new ConnectorUnavailable('Stripe limits our request rate');
  // Retryable: an operator can replace the key.
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError) {
    throw new ConnectorUnavailable('Stripe rejects our key');
  }
  if (error instanceof errors.StripeConnectionError) {
    if (isDecided(error.detail)) throw error.detail;
    if (wasNeverSent(error)) throw new ConnectorUnavailable('Stripe cannot be reached', { isUnsent: true });
    return { kind: 'unknown' };
  }
  // 5xx, and 409: an earlier request of the operation is still running.
  if (error instanceof errors.StripeAPIError) return { kind: 'unknown' };
  if (error instanceof errors.StripeError) throw toRejection(error);
  throw error;
}

function toRejection(error: InstanceType<typeof Stripe.errors.StripeError>): ConnectorRejection {
  const { type, code = type, param: parameter, requestId } = error;
  const named = [`code ${code}`, parameter && `parameter ${parameter}`, requestId && `request ${requestId}`];
  return new ConnectorRejection(`Stripe rejects the request: ${named.filter(Boolean).join(', ')}`, { code, parameter });
}

function wasNeverSent(error: { detail?: unknown }): boolean {
  const { code } = (error.detail ?? {}) as { code?: unknown };
  return typeof code === 'string' && UNSENT_CODES.has(code);
}

/** Runs an operation's calls within its timeout. @throws ConnectorUnavailable, ConnectorMisuse */
export function readOutcome<Outcome>(
  request: OperationRequest,
  call: (deadline: Deadline) => Promise<Outcome>,
): Promise<Outcome | Declined | Unknown> {
  return runOperation(request, call, (error) => {
    if (isDecided(error)) throw error;
    return toFailedOutcome(error);
  });
}
