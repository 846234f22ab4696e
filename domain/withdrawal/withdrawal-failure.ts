/** What a connector of payouts may say against a withdrawal (the wallet document, § 8). */
export const CONNECTOR_FAILURE_CODES = [
  'InvalidSenderResource',
  'InvalidReceiverResource',
  'InsufficientFunds',
  'PreauthorizationFailed',
  'RejectedByIssuer',
] as const;

/** Every reason for which a withdrawal fails: the connector's, and ours before any connector is asked. */
export const WITHDRAWAL_FAILURE_CODES = [
  ...CONNECTOR_FAILURE_CODES,
  'account_limit_exceeded',
  'no_route_found',
] as const;

export type WithdrawalFailureCode = (typeof WITHDRAWAL_FAILURE_CODES)[number];

/** A narrower reason below another. */
export interface SubFailure {
  code: string;
  subError?: SubFailure;
}

/** Why a withdrawal failed. */
export interface WithdrawalFailure {
  code: WithdrawalFailureCode;
  subError?: SubFailure;
}

/** Why other operations of the wallet half failed: deposits, reverts, adjustments, transfers. */
export interface OperationFailure {
  code: 'InsufficientFunds' | 'account_limit_exceeded' | 'rejected_by_operator';
  subError?: SubFailure;
}

/** The wallet has less available than the withdrawal takes. */
export const INSUFFICIENT_FUNDS: WithdrawalFailure = { code: 'InsufficientFunds' };
/** The wallet's limit of amounts is reached. */
export const AMOUNT_LIMIT_EXCEEDED: WithdrawalFailure = {
  code: 'account_limit_exceeded',
  subError: { code: 'amount' },
};
/** No connector carries out such a withdrawal. */
export const NO_ROUTE_FOUND: WithdrawalFailure = { code: 'no_route_found' };
