import { paymentFailure, type PaymentFailurePath } from '../../domain/payment/payment-failure';
import type { Declined } from '../connector';

const CARD = 'authorization_failed:payment_tool_rejected:bank_card_rejected';

/**
 * Maps Stripe's decline codes (`decline_code`, else `code`) to the payment specification § 8. Unspecific codes become the
 * issuer's refusal.
 */
export const DECLINE_CODES = {
  account_closed: 'authorization_failed:account_not_found',
  amount_too_large: 'authorization_failed:provider_limit_exceeded:amount',
  amount_too_small: 'authorization_failed:provider_limit_exceeded:amount',
  approve_with_id: 'authorization_failed:rejected_by_issuer',
  authentication_not_handled: 'preauthorization_failed:unknown',
  authentication_required: 'preauthorization_failed:unknown',
  call_issuer: 'authorization_failed:rejected_by_issuer',
  card_decline_rate_limit_exceeded: 'authorization_failed:account_limit_exceeded:number',
  card_declined: 'authorization_failed:rejected_by_issuer',
  card_not_supported: `authorization_failed:payment_tool_rejected:unknown`,
  card_velocity_exceeded: 'authorization_failed:account_limit_exceeded:number',
  currency_not_supported: 'authorization_failed:operation_blocked',
  do_not_honor: 'authorization_failed:rejected_by_issuer',
  do_not_try_again: 'authorization_failed:rejected_by_issuer',
  duplicate_transaction: 'authorization_failed:operation_blocked',
  expired_card: `${CARD}:card_expired`,
  fraudulent: 'rejected_by_inspector',
  generic_decline: 'authorization_failed:rejected_by_issuer',
  highest_risk_level: 'rejected_by_inspector',
  incorrect_address: 'authorization_failed:security_policy_violated',
  incorrect_cvc: `${CARD}:cvv_invalid`,
  incorrect_number: `${CARD}:card_number_invalid`,
  incorrect_pin: 'authorization_failed:security_policy_violated',
  incorrect_zip: 'authorization_failed:security_policy_violated',
  insufficient_funds: 'authorization_failed:insufficient_funds',
  invalid_account: 'authorization_failed:account_not_found',
  invalid_amount: 'authorization_failed:account_limit_exceeded:amount',
  invalid_cvc: `${CARD}:cvv_invalid`,
  invalid_expiry_month: `${CARD}:card_expired`,
  invalid_expiry_year: `${CARD}:card_expired`,
  invalid_number: `${CARD}:card_number_invalid`,
  invalid_pin: 'authorization_failed:security_policy_violated',
  issuer_not_available: 'authorization_failed:temporarily_unavailable',
  lost_card: 'authorization_failed:account_stolen',
  merchant_blacklist: 'rejected_by_inspector',
  mobile_device_authentication_required: 'preauthorization_failed:unknown',
  new_account_information_available: 'authorization_failed:account_not_found',
  no_action_taken: 'authorization_failed:rejected_by_issuer',
  not_permitted: 'authorization_failed:operation_blocked',
  offline_pin_required: 'authorization_failed:security_policy_violated',
  online_or_offline_pin_required: 'authorization_failed:security_policy_violated',
  payment_intent_authentication_failure: 'preauthorization_failed:unknown',
  pickup_card: 'authorization_failed:account_blocked',
  pin_try_exceeded: 'authorization_failed:security_policy_violated',
  processing_error: 'authorization_failed:temporarily_unavailable',
  reenter_transaction: 'authorization_failed:temporarily_unavailable',
  restricted_card: 'authorization_failed:account_blocked',
  revocation_of_all_authorizations: 'authorization_failed:rejected_by_issuer',
  revocation_of_authorization: 'authorization_failed:rejected_by_issuer',
  security_violation: 'authorization_failed:security_policy_violated',
  service_not_allowed: 'authorization_failed:operation_blocked',
  setup_intent_authentication_failure: 'preauthorization_failed:unknown',
  stolen_card: 'authorization_failed:account_stolen',
  stop_payment_order: 'authorization_failed:rejected_by_issuer',
  testmode_decline: `${CARD}:issuer_not_found`,
  transaction_not_allowed: 'authorization_failed:operation_blocked',
  try_again_later: 'authorization_failed:temporarily_unavailable',
  withdrawal_count_limit_exceeded: 'authorization_failed:account_limit_exceeded:number',
} as const satisfies Record<string, PaymentFailurePath>;

type DeclineCode = keyof typeof DECLINE_CODES;

/** Network-side declines: another acquirer may succeed. */
const RETRYABLE: ReadonlySet<DeclineCode> = new Set([
  'issuer_not_available',
  'processing_error',
  'reenter_transaction',
  'try_again_later',
]);

/** Converts the first known code to a decline; unknown codes become `authorization_failed:unknown`. */
export function toDeclined(...codes: readonly (string | null | undefined)[]): Declined {
  const code = codes.find((each): each is DeclineCode => Boolean(each) && Object.hasOwn(DECLINE_CODES, each ?? ''));
  if (code === undefined) return { kind: 'declined', failure: paymentFailure('authorization_failed:unknown') };
  const failure = paymentFailure(DECLINE_CODES[code]);
  return { kind: 'declined', failure, ...(RETRYABLE.has(code) && { isRetryableElsewhere: true }) };
}
