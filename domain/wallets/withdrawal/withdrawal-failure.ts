/** Failure codes of payout connectors (the wallet document, § 8). */
export const PAY_OUT_FAILURE_CODES = [
  'InvalidSenderResource',
  'InvalidReceiverResource',
  'InsufficientFunds',
  'PreauthorizationFailed',
  'RejectedByIssuer',
] as const;

export type PayOutFailureCode = (typeof PAY_OUT_FAILURE_CODES)[number];

/** All failure codes of withdrawals: the connectors' and the platform's own. */
export const WITHDRAWAL_FAILURE_CODES = [...PAY_OUT_FAILURE_CODES, 'account_limit_exceeded', 'no_route_found'] as const;

export type WithdrawalFailureCode = (typeof WITHDRAWAL_FAILURE_CODES)[number];

export interface SubFailure {
  code: string;
  subError?: SubFailure;
}

export interface WithdrawalFailure {
  code: WithdrawalFailureCode;
  subError?: SubFailure;
}

/** The failure of a deposit, revert, adjustment or transfer. */
export interface OperationFailure {
  code: 'InsufficientFunds' | 'account_limit_exceeded' | 'rejected_by_operator';
  subError?: SubFailure;
}

export const INSUFFICIENT_FUNDS: WithdrawalFailure = { code: 'InsufficientFunds' };
export const AMOUNT_LIMIT_EXCEEDED: WithdrawalFailure = {
  code: 'account_limit_exceeded',
  subError: { code: 'amount' },
};
export const NO_ROUTE_FOUND: WithdrawalFailure = { code: 'no_route_found' };
