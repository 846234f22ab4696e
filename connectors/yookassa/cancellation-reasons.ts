import type { PaymentFailurePath } from '../../domain/payments/payment/payment-failure';
import type { PayOutFailureCode } from '../../domain/wallets/withdrawal/withdrawal-failure';
import type { Declined, PayOutFailure } from '../connector';
import { declined } from '../declined';
import { reasonTable } from '../reason-table';

/** Maps every reason of a cancelled payment to the payment specification § 8. */
export const PAYMENT_REASONS = reasonTable<PaymentFailurePath>({
  'authorization_failed:account_blocked': 'payment_method_restricted permission_revoked',
  'authorization_failed:account_limit_exceeded:unknown': 'payment_method_limit_exceeded',
  'authorization_failed:insufficient_funds': 'insufficient_funds',
  'authorization_failed:operation_blocked': 'canceled_by_merchant deal_expired',
  'authorization_failed:payment_tool_rejected:bank_card_rejected:card_expired': 'card_expired',
  'authorization_failed:payment_tool_rejected:bank_card_rejected:card_number_invalid': 'invalid_card_number',
  'authorization_failed:payment_tool_rejected:bank_card_rejected:cvv_invalid': 'invalid_csc',
  'authorization_failed:payment_tool_rejected:unknown': 'unsupported_mobile_operator',
  'authorization_failed:processing_deadline_reached': 'expired_on_capture',
  'authorization_failed:rejected_by_issuer': 'call_issuer general_decline loan_declined',
  'authorization_failed:security_policy_violated': 'country_forbidden identification_required',
  'authorization_failed:temporarily_unavailable': 'internal_timeout issuer_unavailable',
  preauthorization_failed: '3d_secure_failed expired_on_confirmation',
  rejected_by_inspector: 'fraud_suspected',
});

/** Reasons on the side of YooKassa or the network, before the issuer decided. */
const RETRYABLE_ELSEWHERE: ReadonlySet<string> = new Set(['internal_timeout', 'issuer_unavailable']);

/** Reasons of payments that held money before: they were released, not refused. */
export const RELEASED: ReadonlySet<string> = new Set(['canceled_by_merchant', 'expired_on_capture']);

/** Converts a reason; an undocumented one is `authorization_failed:unknown`. */
export function toDeclined(reason: string | undefined): Declined {
  return declined(PAYMENT_REASONS.get(reason ?? ''), RETRYABLE_ELSEWHERE.has(reason ?? ''));
}

/** Maps every reason of a cancelled payout to the site specification § 8. */
export const PAYOUT_REASONS = reasonTable<PayOutFailureCode>({
  InsufficientFunds: 'insufficient_funds',
  InvalidReceiverResource: 'identification_required recipient_check_failed recipient_not_found',
  RejectedByIssuer: `
    fraud_suspected general_decline issuer_unavailable one_time_limit_exceeded periodic_limit_exceeded
    rejected_by_payee self_employed_annual_limit_exceeded
  `,
});

export function toDeclinedPayOut(reason: string | undefined): Declined<PayOutFailure> {
  return { kind: 'declined', failure: { code: PAYOUT_REASONS.get(reason ?? '') ?? 'RejectedByIssuer' } };
}
