import type { PaymentFailurePath } from '../../domain/payments/payment/payment-failure';
import type { Declined } from '../connector';
import { declined } from '../declined';
import { reasonTable } from '../reason-table';

/** What the bank's error codes of declined payments mean, by the payment specification § 8. */
const DECLINE_CODES = reasonTable<PaymentFailurePath>({
  'authorization_failed:account_blocked': '5065 5066',
  'authorization_failed:account_limit_exceeded:amount': '632 1013 1061 5061',
  'authorization_failed:account_limit_exceeded:number': '119 603 1065 1075 5062',
  'authorization_failed:account_stolen': '1041',
  'authorization_failed:insufficient_funds': '103 116 1051 5060',
  'authorization_failed:merchant_blocked': '648 1003',
  'authorization_failed:payment_tool_rejected:bank_card_rejected:card_expired': '252 1033 1054 1080',
  'authorization_failed:payment_tool_rejected:bank_card_rejected:card_number_invalid': '508 642 1014 1015',
  'authorization_failed:payment_tool_rejected:bank_card_rejected:cvv_invalid': '1082',
  'authorization_failed:payment_tool_rejected:unknown': '106 1099',
  'authorization_failed:provider_limit_exceeded:amount': '1202 1203 1204',
  'authorization_failed:rejected_by_issuer': '99 1001 1004 1005 1057 1058 1059 1063 5063 5064 5067',
  'authorization_failed:security_policy_violated': '76 77 600 1205',
  'authorization_failed:temporarily_unavailable': '55 100 120 123 125 1096 9001',
  preauthorization_failed: '101 108 511 1235',
});

/** A session that ended without a payment has a status, not a code. */
const BY_STATUS: Readonly<Record<string, PaymentFailurePath>> = {
  AUTH_FAIL: 'preauthorization_failed',
  DEADLINE_EXPIRED: 'authorization_failed:processing_deadline_reached',
};

/** An undocumented code is `authorization_failed:unknown`. */
export function toDeclined(status: string, code: string | undefined): Declined {
  return declined(DECLINE_CODES.get(code ?? '') ?? BY_STATUS[status]);
}
