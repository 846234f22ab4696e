import type { PaymentFailurePath } from '../../domain/payments/payment/payment-failure';
import type { Declined } from '../connector';
import { declined } from '../declined';
import { reasonTable } from '../reason-table';

/**
 * Maps Stripe's decline codes (`decline_code`, else `code`) to the payment specification § 8. Unspecific codes become the
 * issuer's refusal.
 */
export const DECLINE_CODES = reasonTable<PaymentFailurePath>({
  'authorization_failed:account_blocked': 'pickup_card restricted_card',
  'authorization_failed:account_limit_exceeded:amount': 'invalid_amount',
  'authorization_failed:account_limit_exceeded:number': `
    card_decline_rate_limit_exceeded card_velocity_exceeded withdrawal_count_limit_exceeded
  `,
  'authorization_failed:account_not_found': 'account_closed invalid_account new_account_information_available',
  'authorization_failed:account_stolen': 'lost_card stolen_card',
  'authorization_failed:insufficient_funds': 'insufficient_funds',
  'authorization_failed:operation_blocked': `
    currency_not_supported duplicate_transaction not_permitted service_not_allowed transaction_not_allowed
  `,
  'authorization_failed:payment_tool_rejected:bank_card_rejected:card_expired':
    'expired_card invalid_expiry_month invalid_expiry_year',
  'authorization_failed:payment_tool_rejected:bank_card_rejected:card_number_invalid':
    'incorrect_number invalid_number',
  'authorization_failed:payment_tool_rejected:bank_card_rejected:cvv_invalid': 'incorrect_cvc invalid_cvc',
  'authorization_failed:payment_tool_rejected:bank_card_rejected:issuer_not_found': 'testmode_decline',
  'authorization_failed:payment_tool_rejected:unknown': 'card_not_supported',
  'authorization_failed:provider_limit_exceeded:amount': 'amount_too_large amount_too_small',
  'authorization_failed:rejected_by_issuer': `
    approve_with_id call_issuer card_declined do_not_honor do_not_try_again generic_decline no_action_taken
    revocation_of_all_authorizations revocation_of_authorization stop_payment_order
  `,
  'authorization_failed:security_policy_violated': `
    incorrect_address incorrect_pin incorrect_zip invalid_pin offline_pin_required
    online_or_offline_pin_required pin_try_exceeded security_violation
  `,
  'authorization_failed:temporarily_unavailable': `
    issuer_not_available processing_error reenter_transaction try_again_later
  `,
  'preauthorization_failed:unknown': `
    authentication_not_handled authentication_required mobile_device_authentication_required
    payment_intent_authentication_failure setup_intent_authentication_failure
  `,
  rejected_by_inspector: 'fraudulent highest_risk_level merchant_blacklist',
});

/** Network-side declines: another acquirer may succeed. */
const RETRYABLE: ReadonlySet<string> = new Set([
  'issuer_not_available',
  'processing_error',
  'reenter_transaction',
  'try_again_later',
]);

/** Converts the first known code to a decline; unknown codes become `authorization_failed:unknown`. */
export function toDeclined(...codes: readonly (string | null | undefined)[]): Declined {
  const code = codes.find((each) => DECLINE_CODES.has(each ?? '')) ?? '';
  return declined(DECLINE_CODES.get(code), RETRYABLE.has(code));
}
