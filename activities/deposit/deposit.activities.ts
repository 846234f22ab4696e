import { DEPOSIT_COMMANDS } from '../../domain/deposit/deposit-commands';
import { readCommand } from '../../domain/operator-command/command-fields';
import { createDepositAdjustment, settleDepositAdjustment } from '../../store/deposit/deposit-adjustment.transitions';
import { createDepositRevert, settleDepositRevert } from '../../store/deposit/deposit-revert.transitions';
import { createDeposit, settleDeposit } from '../../store/deposit/deposit.transitions';
import { workflowTypes } from '../../workflows/names/workflow-messages';
import { asOperator } from '../../store/audit/origin';
import type { Store } from '../../store/store';
import type { DepositActivities } from '../../workflows/deposit/deposit.contract';
import { failOnRefusal } from '../refusal-failure';

/** Activities of deposit commands. */
export function createDepositActivities({ store }: { store: Store }): DepositActivities {
  const asCommand = (operation: string, requestID: string): Store =>
    asOperator(store, { operation, requestID, paymentID: null });
  return {
    createDeposit: ({ idempotencyKey, ...input }) =>
      runForID(() => {
        const { amount, ...given } = readCommand(DEPOSIT_COMMANDS.create, input);
        return createDeposit(asCommand(workflowTypes.deposit, idempotencyKey), {
          externalID: null,
          description: null,
          ...given,
          amountMinor: amount,
          idempotencyKey,
        });
      }),
    settleDeposit: (depositID) => settleDeposit(store, depositID),
    createDepositRevert: ({ idempotencyKey, ...input }) =>
      runForID(() => {
        const { amount, ...given } = readCommand(DEPOSIT_COMMANDS.revert, input);
        return createDepositRevert(asCommand(workflowTypes.depositRevert, idempotencyKey), {
          externalID: null,
          reason: null,
          ...given,
          amountMinor: amount,
          idempotencyKey,
        });
      }),
    settleDepositRevert: (revertID) => settleDepositRevert(store, revertID),
    createDepositAdjustment: ({ idempotencyKey, ...input }) =>
      runForID(() => {
        const { status, ...given } = readCommand(DEPOSIT_COMMANDS.adjust, input);
        return createDepositAdjustment(asCommand(workflowTypes.depositAdjustment, idempotencyKey), {
          externalID: null,
          ...given,
          target: status,
          idempotencyKey,
        });
      }),
    settleDepositAdjustment: (adjustmentID) => settleDepositAdjustment(store, adjustmentID),
  };
}

function runForID(make: () => Promise<{ id: string }>): Promise<string> {
  return failOnRefusal(async () => (await make()).id);
}
