import type { Money } from '../../platform/money/money';
import type { OperationStatus } from '../../platform/machine/operation';
import type { OperationFailure } from '../withdrawal/withdrawal-failure';
import type { DepositStatus } from './deposit.machine';

/** Money deposited on a wallet from a source. Operators make deposits; integrators read them. */
export interface Deposit {
  id: string;
  partyID: string;
  walletID: string;
  sourceID: string;
  createdAt: Date;
  body: Money;
  /** The platform's fee, paid by the source in addition to the body. */
  fee: Money | null;
  /** The sum of its successful reverts, in minor units. */
  revertedMinor: bigint;
  description: string | null;
  externalID: string | null;
  status: DepositStatus;
  failure: OperationFailure | null;
}

/** A reversal of a deposit or of a part of it. */
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

export type DepositRevertState = 'None' | 'Partial' | 'Full';
