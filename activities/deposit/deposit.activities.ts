import { DEPOSIT_COMMANDS } from '../../domain/deposit/deposit-commands';
import { readCommand } from '../../domain/operator-command/command-fields';
import { createDepositAdjustment, settleDepositAdjustment } from '../../store/deposit/deposit-adjustment.transitions';
import { createDepositRevert, settleDepositRevert } from '../../store/deposit/deposit-revert.transitions';
import { createDeposit, settleDeposit } from '../../store/deposit/deposit.transitions';
import { workflowTypes } from '../../domain/workflow-messages';
import { asOperator } from '../../store/audit/origin';
import type { Store } from '../../store/store';
import type { DepositActivities } from '../../workflows/deposit/deposit.contract';
import { getIdempotencyKey, withoutKey } from '../idempotency-key';
import { orRefused } from '../refusal-failure';

/** What the workflows of operators' operations on deposits may do. */
export function createDepositActivities({ store }: { store: Store }): DepositActivities {
  const asked = (operation: string, scheduled: { idempotencyKey: string }): Store =>
    asOperator(store, { operation, requestID: getIdempotencyKey(scheduled), paymentID: null });
  return {
    createDeposit: (scheduled) =>
      readId(() => {
        const { amount, ...given } = readCommand(DEPOSIT_COMMANDS.create, withoutKey(scheduled));
        return createDeposit(asked(workflowTypes.deposit, scheduled), {
          externalID: null,
          description: null,
          ...given,
          amountMinor: amount,
          idempotencyKey: getIdempotencyKey(scheduled),
        });
      }),
    settleDeposit: (depositID) => settleDeposit(store, depositID),
    createDepositRevert: (scheduled) =>
      readId(() => {
        const { amount, ...given } = readCommand(DEPOSIT_COMMANDS.revert, withoutKey(scheduled));
        return createDepositRevert(asked(workflowTypes.depositRevert, scheduled), {
          externalID: null,
          reason: null,
          ...given,
          amountMinor: amount,
          idempotencyKey: getIdempotencyKey(scheduled),
        });
      }),
    settleDepositRevert: (revertID) => settleDepositRevert(store, revertID),
    createDepositAdjustment: (scheduled) =>
      readId(() => {
        const { status, ...given } = readCommand(DEPOSIT_COMMANDS.adjust, withoutKey(scheduled));
        return createDepositAdjustment(asked(workflowTypes.depositAdjustment, scheduled), {
          externalID: null,
          ...given,
          target: status,
          idempotencyKey: getIdempotencyKey(scheduled),
        });
      }),
    settleDepositAdjustment: (adjustmentID) => settleDepositAdjustment(store, adjustmentID),
  };
}

function readId(make: () => Promise<{ id: string }>): Promise<string> {
  return orRefused(async () => (await make()).id);
}
