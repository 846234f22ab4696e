import { paymentFailure, type PaymentFailurePath } from '../../domain/payment/payment-failure';
import type { Declined, PayOutFailure, PayOutFailureCode } from '../connector';

const CARD = 'authorization_failed:payment_tool_rejected:bank_card_rejected';

/** Maps every reason of a cancelled payment to the payment specification § 8. */
export const PAYMENT_REASONS = {
  '3d_secure_failed': 'preauthorization_failed',
  call_issuer: 'authorization_failed:rejected_by_issuer',
  canceled_by_merchant: 'authorization_failed:operation_blocked',
  card_expired: `${CARD}:card_expired`,
  country_forbidden: 'authorization_failed:security_policy_violated',
  deal_expired: 'authorization_failed:operation_blocked',
  expired_on_capture: 'authorization_failed:processing_deadline_reached',
  expired_on_confirmation: 'preauthorization_failed',
  fraud_suspected: 'rejected_by_inspector',
  general_decline: 'authorization_failed:rejected_by_issuer',
  identification_required: 'authorization_failed:security_policy_violated',
  insufficient_funds: 'authorization_failed:insufficient_funds',
  internal_timeout: 'authorization_failed:temporarily_unavailable',
  invalid_card_number: `${CARD}:card_number_invalid`,
  invalid_csc: `${CARD}:cvv_invalid`,
  issuer_unavailable: 'authorization_failed:temporarily_unavailable',
  loan_declined: 'authorization_failed:rejected_by_issuer',
  payment_method_limit_exceeded: 'authorization_failed:account_limit_exceeded:unknown',
  payment_method_restricted: 'authorization_failed:account_blocked',
  permission_revoked: 'authorization_failed:account_blocked',
  unsupported_mobile_operator: 'authorization_failed:payment_tool_rejected:unknown',
} as const satisfies Record<string, PaymentFailurePath>;

/** Reasons on the side of YooKassa or the network, before the issuer decided. */
const RETRYABLE_ELSEWHERE: ReadonlySet<string> = new Set(['internal_timeout', 'issuer_unavailable']);

/** Reasons of payments that held money before: they were released, not refused. */
export const RELEASED: ReadonlySet<string> = new Set(['canceled_by_merchant', 'expired_on_capture']);

/** Converts a reason; an undocumented one is `authorization_failed:unknown`. */
export function toDeclined(reason: string | undefined): Declined {
  const path = isKnown(reason, PAYMENT_REASONS) ? PAYMENT_REASONS[reason] : 'authorization_failed:unknown';
  const failure = paymentFailure(path);
  if (!RETRYABLE_ELSEWHERE.has(reason ?? '')) return { kind: 'declined', failure };
  return { kind: 'declined', failure, isRetryableElsewhere: true };
}

/** Maps every reason of a cancelled payout to the site specification § 8. */
export const PAYOUT_REASONS = {
  fraud_suspected: 'RejectedByIssuer',
  general_decline: 'RejectedByIssuer',
  identification_required: 'InvalidReceiverResource',
  insufficient_funds: 'InsufficientFunds',
  issuer_unavailable: 'RejectedByIssuer',
  one_time_limit_exceeded: 'RejectedByIssuer',
  periodic_limit_exceeded: 'RejectedByIssuer',
  recipient_check_failed: 'InvalidReceiverResource',
  recipient_not_found: 'InvalidReceiverResource',
  rejected_by_payee: 'RejectedByIssuer',
  self_employed_annual_limit_exceeded: 'RejectedByIssuer',
} as const satisfies Record<string, PayOutFailureCode>;

export function toDeclinedPayOut(reason: string | undefined): Declined<PayOutFailure> {
  const code = isKnown(reason, PAYOUT_REASONS) ? PAYOUT_REASONS[reason] : 'RejectedByIssuer';
  return { kind: 'declined', failure: { code } };
}

function isKnown<Table extends object>(reason: string | undefined, table: Table): reason is keyof Table & string {
  return reason !== undefined && Object.hasOwn(table, reason);
}
