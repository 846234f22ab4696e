import { DEPOSIT_COMMANDS } from '../../domain/deposit/deposit-commands';
import { readCommand } from '../../domain/operator-command/command-fields';
import { createDepositAdjustment, settleDepositAdjustment } from '../../store/deposit/deposit-adjustment.transitions';
import { createDepositRevert, settleDepositRevert } from '../../store/deposit/deposit-revert.transitions';
import { createDeposit, settleDeposit } from '../../store/deposit/deposit.transitions';
import { workflowTypes } from '../../domain/workflow-messages';
import { asOperator } from '../../store/audit/origin';
import type { Store } from '../../store/store';
import type { DepositActivities } from '../../workflows/deposit/deposit.contract';
import { orRefused } from '../refusal-failure';

/** What the workflows of operators' operations on deposits may do. */
export function createDepositActivities({ store }: { store: Store }): DepositActivities {
  const asked = (operation: string, requestID: string): Store =>
    asOperator(store, { operation, requestID, paymentID: null });
  return {
    createDeposit: ({ idempotencyKey, ...input }) =>
      readId(() => {
        const { amount, ...given } = readCommand(DEPOSIT_COMMANDS.create, input);
        return createDeposit(asked(workflowTypes.deposit, idempotencyKey), {
          externalID: null,
          description: null,
          ...given,
          amountMinor: amount,
          idempotencyKey,
        });
      }),
    settleDeposit: (depositID) => settleDeposit(store, depositID),
    createDepositRevert: ({ idempotencyKey, ...input }) =>
      readId(() => {
        const { amount, ...given } = readCommand(DEPOSIT_COMMANDS.revert, input);
        return createDepositRevert(asked(workflowTypes.depositRevert, idempotencyKey), {
          externalID: null,
          reason: null,
          ...given,
          amountMinor: amount,
          idempotencyKey,
        });
      }),
    settleDepositRevert: (revertID) => settleDepositRevert(store, revertID),
    createDepositAdjustment: ({ idempotencyKey, ...input }) =>
      readId(() => {
        const { status, ...given } = readCommand(DEPOSIT_COMMANDS.adjust, input);
        return createDepositAdjustment(asked(workflowTypes.depositAdjustment, idempotencyKey), {
          externalID: null,
          ...given,
          target: status,
          idempotencyKey,
        });
      }),
    settleDepositAdjustment: (adjustmentID) => settleDepositAdjustment(store, adjustmentID),
  };
}

function readId(make: () => Promise<{ id: string }>): Promise<string> {
  return orRefused(async () => (await make()).id);
}
