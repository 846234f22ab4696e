/**
 * Every way a payment may fail, as paths through the tree of error codes (payment specification § 8). The catalogue is
 * closed: what a provider says beyond it is `authorization_failed:unknown`.
 */
export const PAYMENT_FAILURE_PATHS = [
  'timeout',
  'rejected_by_inspector',
  'preauthorization_failed',
  'preauthorization_failed:unknown',
  'authorization_failed:unknown',
  'authorization_failed:merchant_blocked',
  'authorization_failed:operation_blocked',
  'authorization_failed:account_not_found',
  'authorization_failed:account_blocked',
  'authorization_failed:account_stolen',
  'authorization_failed:insufficient_funds',
  'authorization_failed:processing_deadline_reached',
  'authorization_failed:account_limit_exceeded:unknown',
  'authorization_failed:account_limit_exceeded:amount',
  'authorization_failed:account_limit_exceeded:number',
  'authorization_failed:provider_limit_exceeded:unknown',
  'authorization_failed:provider_limit_exceeded:amount',
  'authorization_failed:provider_limit_exceeded:number',
  'authorization_failed:payment_tool_rejected:unknown',
  'authorization_failed:payment_tool_rejected:bank_card_rejected:unknown',
  'authorization_failed:payment_tool_rejected:bank_card_rejected:card_number_invalid',
  'authorization_failed:payment_tool_rejected:bank_card_rejected:card_expired',
  'authorization_failed:payment_tool_rejected:bank_card_rejected:card_holder_invalid',
  'authorization_failed:payment_tool_rejected:bank_card_rejected:cvv_invalid',
  'authorization_failed:payment_tool_rejected:bank_card_rejected:issuer_not_found',
  'authorization_failed:security_policy_violated',
  'authorization_failed:temporarily_unavailable',
  'authorization_failed:rejected_by_issuer',
] as const;

/** One path of the catalogue, e.g. `authorization_failed:insufficient_funds`. */
export type PaymentFailurePath = (typeof PAYMENT_FAILURE_PATHS)[number];

/** A failed payment's error as a tree: each code may be narrowed by the one below it. */
export interface PaymentFailure {
  code: string;
  subError?: PaymentFailure;
}

/** What a payer is told: one flat code instead of the merchant's tree. */
export type PayerFailureCode =
  | 'InvalidPaymentTool'
  | 'AccountLimitsExceeded'
  | 'InsufficientFunds'
  | 'PreauthorizationFailed'
  | 'RejectedByIssuer'
  | 'PaymentRejected'
  | 'timeout';

const paths: ReadonlySet<string> = new Set(PAYMENT_FAILURE_PATHS);

/** Whether a text is a path of the catalogue. */
export function isPaymentFailurePath(text: string): text is PaymentFailurePath {
  return paths.has(text);
}

/** The tree of a path: `a:b:c` becomes `{code: a, subError: {code: b, subError: {code: c}}}`. */
export function paymentFailure(path: PaymentFailurePath): PaymentFailure {
  return path
    .split(':')
    .reduceRight<PaymentFailure | undefined>(
      (subError, code) => (subError ? { code, subError } : { code }),
      undefined,
    ) as PaymentFailure;
}

/** The path of a tree, codes joined by colons. */
export function paymentFailurePath(failure: PaymentFailure): string {
  return failure.subError ? `${failure.code}:${paymentFailurePath(failure.subError)}` : failure.code;
}

/** What the holder of an access token sees of a failure; the tree is for the merchant alone. */
export function payerFailureCode(failure: PaymentFailure): PayerFailureCode {
  if (failure.code === 'timeout') return 'timeout';
  if (failure.code === 'preauthorization_failed') return 'PreauthorizationFailed';
  if (failure.code !== 'authorization_failed') return 'PaymentRejected';
  switch (failure.subError?.code) {
    case 'account_blocked':
    case 'rejected_by_issuer':
      return 'RejectedByIssuer';
    case 'payment_tool_rejected':
    case 'account_not_found':
      return 'InvalidPaymentTool';
    case 'account_limit_exceeded':
      return 'AccountLimitsExceeded';
    case 'insufficient_funds':
      return 'InsufficientFunds';
    default:
      return 'PaymentRejected';
  }
}

/** A failure as webhooks show it: the whole tree, with the top code as message; a timeout is `408`. */
export function paymentFailureMessage(failure: PaymentFailure): PaymentFailure & { message: string } {
  if (failure.code === 'timeout') return { code: '408', message: 'Operation timeout' };
  return { ...failure, message: failure.code };
}

/** A failure where the contract wants one code with a message: the top code, and the whole path as the message. */
export function plainFailure(failure: PaymentFailure): { code: string; message: string } {
  return { code: failure.code, message: paymentFailurePath(failure) };
}
