import type { DepositStatus } from '../../domain/deposit/deposit.machine';
import type { DepositInput, DepositAdjustmentInput, DepositRevertInput } from '../../domain/deposit/deposit-commands';

export type { DepositInput, DepositAdjustmentInput, DepositRevertInput };

/** How an operator's operation ended. */
export interface OperationOutcome {
  /** What was made: the id of the deposit, the revert or the adjustment. */
  id: string;
  status: DepositStatus;
}

/** An operation and the key under which it happens once: the id of its workflow. */
export type Keyed<Input> = Input & { idempotencyKey: string };

/** What the workflows of operators' operations need of the world. Each step is harmless when repeated. */
export interface DepositActivities {
  createDeposit(command: Keyed<DepositInput>): Promise<string>;
  settleDeposit(depositID: string): Promise<DepositStatus>;
  createDepositRevert(command: Keyed<DepositRevertInput>): Promise<string>;
  settleDepositRevert(revertID: string): Promise<DepositStatus>;
  createDepositAdjustment(command: Keyed<DepositAdjustmentInput>): Promise<string>;
  settleDepositAdjustment(adjustmentID: string): Promise<DepositStatus>;
}
