import type { DepositInput, DepositAdjustmentInput, DepositRevertInput } from '../../domain/deposit/operator-input';

export type { DepositInput, DepositAdjustmentInput, DepositRevertInput };

/** How an operator's operation ended. */
export interface OperationOutcome {
  /** What was made: the id of the deposit, the revert or the adjustment. */
  id: string;
  status: 'Pending' | 'Succeeded' | 'Failed';
}

/** An operation and the key under which it happens once: the id of its workflow. */
export type Keyed<Input> = Input & { idempotencyKey: string };
