import type { PaymentFailurePath } from '../../domain/payments/payment/payment-failure';
import type { Declined } from '../connector';
import { declined } from '../declined';

const CARD = 'authorization_failed:payment_tool_rejected:bank_card_rejected';

interface Reason {
  /** The text in webhooks, which have no code. */
  text: string;
  path: PaymentFailurePath;
}

/** Maps every refusal reason of Adyen, by its code, to the payment specification § 8. */
export const REFUSAL_REASONS = {
  2: { text: 'Refused', path: 'authorization_failed:rejected_by_issuer' },
  3: { text: 'Referral', path: 'authorization_failed:rejected_by_issuer' },
  4: { text: 'Acquirer Error', path: 'authorization_failed:temporarily_unavailable' },
  5: { text: 'Blocked Card', path: 'authorization_failed:account_blocked' },
  6: { text: 'Expired Card', path: `${CARD}:card_expired` },
  7: { text: 'Invalid Amount', path: 'authorization_failed:account_limit_exceeded:amount' },
  8: { text: 'Invalid Card Number', path: `${CARD}:card_number_invalid` },
  9: { text: 'Issuer Unavailable', path: 'authorization_failed:temporarily_unavailable' },
  10: { text: 'Not supported', path: 'authorization_failed:payment_tool_rejected:unknown' },
  11: { text: '3D Not Authenticated', path: 'preauthorization_failed' },
  12: { text: 'Not enough balance', path: 'authorization_failed:insufficient_funds' },
  14: { text: 'Acquirer Fraud', path: 'rejected_by_inspector' },
  15: { text: 'Cancelled', path: 'authorization_failed:operation_blocked' },
  16: { text: 'Shopper Cancelled', path: 'preauthorization_failed' },
  17: { text: 'Invalid Pin', path: 'authorization_failed:security_policy_violated' },
  18: { text: 'Pin tries exceeded', path: 'authorization_failed:account_blocked' },
  19: { text: 'Pin validation not possible', path: 'authorization_failed:security_policy_violated' },
  20: { text: 'FRAUD', path: 'rejected_by_inspector' },
  21: { text: 'Not Submitted', path: 'authorization_failed:temporarily_unavailable' },
  22: { text: 'FRAUD-CANCELLED', path: 'rejected_by_inspector' },
  23: { text: 'Transaction Not Permitted', path: 'authorization_failed:rejected_by_issuer' },
  24: { text: 'CVC Declined', path: `${CARD}:cvv_invalid` },
  25: { text: 'Restricted Card', path: 'authorization_failed:account_blocked' },
  26: { text: 'Revocation Of Auth', path: 'authorization_failed:account_blocked' },
  27: { text: 'Declined Non Generic', path: 'authorization_failed:rejected_by_issuer' },
  28: { text: 'Withdrawal amount exceeded', path: 'authorization_failed:account_limit_exceeded:amount' },
  29: { text: 'Withdrawal count exceeded', path: 'authorization_failed:account_limit_exceeded:number' },
  31: { text: 'Issuer Suspected Fraud', path: 'authorization_failed:rejected_by_issuer' },
  32: { text: 'AVS Declined', path: 'authorization_failed:security_policy_violated' },
  33: { text: 'Card requires online pin', path: 'authorization_failed:security_policy_violated' },
  34: { text: 'No checking account available on Card', path: 'authorization_failed:account_not_found' },
  35: { text: 'No savings account available on Card', path: 'authorization_failed:account_not_found' },
  36: { text: 'Mobile pin required', path: 'authorization_failed:security_policy_violated' },
  37: { text: 'Contactless fallback', path: 'authorization_failed:security_policy_violated' },
  38: { text: 'Authentication required', path: 'preauthorization_failed' },
  39: { text: 'RReq not received from DS', path: 'preauthorization_failed' },
  40: { text: 'Current AID is in Penalty Box.', path: 'authorization_failed:payment_tool_rejected:unknown' },
  41: { text: 'CVM Required Restart Payment', path: 'authorization_failed:security_policy_violated' },
  42: { text: '3DS Authentication Error', path: 'preauthorization_failed' },
  43: { text: 'Online PIN required', path: 'authorization_failed:security_policy_violated' },
  44: { text: 'Try another interface', path: 'authorization_failed:payment_tool_rejected:unknown' },
  45: { text: 'Chip downgrade mode', path: 'authorization_failed:payment_tool_rejected:unknown' },
  46: {
    text: 'Transaction blocked by Adyen to prevent excessive retry fees',
    path: 'authorization_failed:rejected_by_issuer',
  },
} as const satisfies Record<string, Reason>;

type ReasonCode = `${keyof typeof REFUSAL_REASONS}`;

/** Reasons before the issuer decided. */
const RETRYABLE_ELSEWHERE: ReadonlySet<string> = new Set(['4', '9', '21']);

const CODES_BY_TEXT: ReadonlyMap<string, string> = new Map(
  Object.entries(REFUSAL_REASONS).map(([code, { text }]) => [text.toLowerCase(), code]),
);

/** Validation errors of a card or a wallet’s token, which Adyen answers before an authorisation. */
export const CARD_ERRORS = {
  101: `${CARD}:card_number_invalid`,
  102: `${CARD}:unknown`,
  103: `${CARD}:cvv_invalid`,
  129: `${CARD}:card_expired`,
  140: `${CARD}:card_expired`,
  141: `${CARD}:card_expired`,
  // Another amount in the token of Apple Pay, an invalid token.
  '5_001': 'authorization_failed:payment_tool_rejected:unknown',
  '5_002': 'authorization_failed:payment_tool_rejected:unknown',
} as const satisfies Record<string, PaymentFailurePath>;

/** Converts a code, or the text of a webhook; an undocumented one is `authorization_failed:unknown`. */
export function toDeclined(reason: string | undefined): Declined {
  const code = reason === undefined || isKnown(reason) ? reason : CODES_BY_TEXT.get(reason.toLowerCase());
  return declined(isKnown(code) ? REFUSAL_REASONS[code].path : undefined, RETRYABLE_ELSEWHERE.has(code ?? ''));
}

export function toDeclinedCard(errorCode: string): Declined | undefined {
  if (!Object.hasOwn(CARD_ERRORS, errorCode)) return undefined;
  return declined(CARD_ERRORS[errorCode as `${keyof typeof CARD_ERRORS}`]);
}

function isKnown(code: string | undefined): code is ReasonCode {
  return code !== undefined && Object.hasOwn(REFUSAL_REASONS, code);
}
