import type { DepositStatus } from '../../domain/deposit/deposit.machine';
import type { DepositInput, DepositAdjustmentInput, DepositRevertInput } from '../../domain/deposit/deposit-commands';

export type { DepositInput, DepositAdjustmentInput, DepositRevertInput };

/** The result of an operator's operation. */
export interface OperationOutcome {
  /** The id of the new deposit, revert or adjustment. */
  id: string;
  status: DepositStatus;
}

/** An operation with its idempotency key, the workflow's id. */
export type Keyed<Input> = Input & { idempotencyKey: string };

/** Idempotent activities of deposit commands. */
export interface DepositActivities {
  createDeposit(command: Keyed<DepositInput>): Promise<string>;
  settleDeposit(depositID: string): Promise<DepositStatus>;
  createDepositRevert(command: Keyed<DepositRevertInput>): Promise<string>;
  settleDepositRevert(revertID: string): Promise<DepositStatus>;
  createDepositAdjustment(command: Keyed<DepositAdjustmentInput>): Promise<string>;
  settleDepositAdjustment(adjustmentID: string): Promise<DepositStatus>;
}
