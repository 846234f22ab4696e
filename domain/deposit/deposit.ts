import type { Money } from '../money/money';
import type { OperationStatus } from '../machine/operation';
import type { OperationFailure } from '../withdrawal/withdrawal-failure';
import type { DepositStatus } from './deposit.machine';

/** Money put on a wallet from a source. Operators make deposits; integrators read them. */
export interface Deposit {
  id: string;
  partyID: string;
  walletID: string;
  sourceID: string;
  createdAt: Date;
  body: Money;
  /** What the source pays the platform beside the body. */
  fee: Money | null;
  /** The sum of its reverts that succeeded, in minor units. */
  revertedMinor: bigint;
  description: string | null;
  externalID: string | null;
  status: DepositStatus;
  failure: OperationFailure | null;
}

/** A deposit, or a part of it, taken back from the wallet to the source. */
export interface DepositRevert {
  id: string;
  depositID: string;
  walletID: string;
  sourceID: string;
  createdAt: Date;
  body: Money;
  reason: string | null;
  externalID: string | null;
  status: OperationStatus;
  failure: OperationFailure | null;
}

/** An operator's correction of a finished deposit's status. */
export interface DepositAdjustment {
  id: string;
  depositID: string;
  target: FinishedDepositStatus;
  createdAt: Date;
  externalID: string | null;
  status: OperationStatus;
  failure: OperationFailure | null;
}

export type FinishedDepositStatus = Exclude<DepositStatus, 'Pending'>;

/** How much of a deposit has been reverted. */
export type DepositRevertState = 'None' | 'Partial' | 'Full';

/** How much of a deposit has been reverted, told by the sums in minor units. */
export function revertState({
  bodyMinor,
  revertedMinor,
}: {
  bodyMinor: bigint;
  revertedMinor: bigint;
}): DepositRevertState {
  if (revertedMinor <= 0n) return 'None';
  return revertedMinor < bodyMinor ? 'Partial' : 'Full';
}
