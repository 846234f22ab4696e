/**
 * The closed catalogue of payment failures, as paths through the tree of error codes (payment specification § 8), with
 * what payers see of them. Other failures of a connector become `authorization_failed:unknown`.
 */
const PAYER_CODES = {
  timeout: 'PaymentRejected',
  rejected_by_inspector: 'PaymentRejected',
  preauthorization_failed: 'PreauthorizationFailed',
  'preauthorization_failed:unknown': 'PreauthorizationFailed',
  'authorization_failed:unknown': 'PaymentRejected',
  'authorization_failed:merchant_blocked': 'PaymentRejected',
  'authorization_failed:operation_blocked': 'PaymentRejected',
  'authorization_failed:account_not_found': 'InvalidPaymentTool',
  'authorization_failed:account_blocked': 'RejectedByIssuer',
  'authorization_failed:account_stolen': 'PaymentRejected',
  'authorization_failed:insufficient_funds': 'InsufficientFunds',
  'authorization_failed:processing_deadline_reached': 'PaymentRejected',
  'authorization_failed:account_limit_exceeded:unknown': 'AccountLimitsExceeded',
  'authorization_failed:account_limit_exceeded:amount': 'AccountLimitsExceeded',
  'authorization_failed:account_limit_exceeded:number': 'AccountLimitsExceeded',
  'authorization_failed:provider_limit_exceeded:unknown': 'PaymentRejected',
  'authorization_failed:provider_limit_exceeded:amount': 'PaymentRejected',
  'authorization_failed:provider_limit_exceeded:number': 'PaymentRejected',
  'authorization_failed:payment_tool_rejected:unknown': 'InvalidPaymentTool',
  'authorization_failed:payment_tool_rejected:bank_card_rejected:unknown': 'InvalidPaymentTool',
  'authorization_failed:payment_tool_rejected:bank_card_rejected:card_number_invalid': 'InvalidPaymentTool',
  'authorization_failed:payment_tool_rejected:bank_card_rejected:card_expired': 'InvalidPaymentTool',
  'authorization_failed:payment_tool_rejected:bank_card_rejected:card_holder_invalid': 'InvalidPaymentTool',
  'authorization_failed:payment_tool_rejected:bank_card_rejected:cvv_invalid': 'InvalidPaymentTool',
  'authorization_failed:payment_tool_rejected:bank_card_rejected:issuer_not_found': 'InvalidPaymentTool',
  'authorization_failed:security_policy_violated': 'PaymentRejected',
  'authorization_failed:temporarily_unavailable': 'PaymentRejected',
  'authorization_failed:rejected_by_issuer': 'RejectedByIssuer',
} as const satisfies Record<string, PayerFailureCode>;

export type PaymentFailurePath = keyof typeof PAYER_CODES;

export const PAYMENT_FAILURE_PATHS = Object.keys(PAYER_CODES) as PaymentFailurePath[];

/** A failure as a tree: each code may be narrowed by the one below it. */
export interface PaymentFailure {
  code: string;
  subError?: PaymentFailure;
}

/** The flat code that payers see instead of the merchant's tree. */
export type PayerFailureCode =
  | 'InvalidPaymentTool'
  | 'AccountLimitsExceeded'
  | 'InsufficientFunds'
  | 'PreauthorizationFailed'
  | 'RejectedByIssuer'
  | 'PaymentRejected';

export function isPaymentFailurePath(text: string): text is PaymentFailurePath {
  return Object.hasOwn(PAYER_CODES, text);
}

/** Converts a path to a tree: `a:b:c` becomes `{code: a, subError: {code: b, subError: {code: c}}}`. */
export function paymentFailure(path: PaymentFailurePath): PaymentFailure {
  return path
    .split(':')
    .reduceRight<PaymentFailure | undefined>(
      (subError, code) => (subError ? { code, subError } : { code }),
      undefined,
    ) as PaymentFailure;
}

/** Converts a tree to a path. */
export function paymentFailurePath(failure: PaymentFailure): string {
  return failure.subError ? `${failure.code}:${paymentFailurePath(failure.subError)}` : failure.code;
}

/** Returns the code for holders of an access token; the tree is for the merchant only. */
export function payerFailureCode(failure: PaymentFailure): PayerFailureCode {
  const path = paymentFailurePath(failure);
  return isPaymentFailurePath(path) ? PAYER_CODES[path] : 'PaymentRejected';
}

/** Converts a failure for webhooks: the whole tree with the top code as message; a timeout is `408`. */
export function paymentFailureMessage(failure: PaymentFailure): PaymentFailure & { message: string } {
  if (failure.code === 'timeout') return { code: '408', message: 'Operation timeout' };
  return { ...failure, message: failure.code };
}

/** Converts a failure to one code, with the whole path as message. */
export function plainFailure(failure: PaymentFailure): { code: string; message: string } {
  return { code: failure.code, message: paymentFailurePath(failure) };
}
