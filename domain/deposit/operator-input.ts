/**
 * What operators type, as JSON, to start the workflows `deposit`, `depositRevert` and `depositAdjustment`. Amounts are
 * integers in minor units.
 */

/** Puts money on a wallet. */
export interface DepositInput {
  walletID: string;
  sourceID: string;
  amount: number;
  currency: string;
  externalID?: string;
  description?: string;
}

/** Takes some or all of a deposit back. */
export interface DepositRevertInput {
  depositID: string;
  amount: number;
  currency: string;
  externalID?: string;
  reason?: string;
}

/** Gives a finished deposit its other status. */
export interface DepositAdjustmentInput {
  depositID: string;
  status: 'Succeeded' | 'Failed';
  externalID?: string;
}
