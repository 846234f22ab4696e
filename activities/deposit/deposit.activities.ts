import { Refusal } from '../../domain/errors/refusal';
import { createDepositAdjustment, settleDepositAdjustment } from '../../store/deposit/deposit-adjustment.transitions';
import { createDepositRevert, settleDepositRevert } from '../../store/deposit/deposit-revert.transitions';
import { createDeposit, settleDeposit } from '../../store/deposit/deposit.transitions';
import type { Store } from '../../store/store';
import type { DepositActivities } from '../../workflows/deposit/deposit.contract';
import { keyOf } from '../idempotency-key';
import { orRefused } from '../refusal-failure';

/** What the workflows of operators' operations on deposits may do. */
export function createDepositActivities({ store }: { store: Store }): DepositActivities {
  return {
    createDeposit: ({ walletID, sourceID, amount, currency, externalID, description, ...keyed }) =>
      idOf(() =>
        createDeposit(store, {
          idempotencyKey: keyOf(keyed),
          ...{ walletID, sourceID, currency },
          amountMinor: typedAmount(amount),
          externalID: externalID ?? null,
          description: description ?? null,
        }),
      ),
    settleDeposit: (depositID) => settleDeposit(store, depositID),
    createDepositRevert: ({ depositID, amount, currency, externalID, reason, ...keyed }) =>
      idOf(() =>
        createDepositRevert(store, {
          idempotencyKey: keyOf(keyed),
          ...{ depositID, currency },
          amountMinor: typedAmount(amount),
          externalID: externalID ?? null,
          reason: reason ?? null,
        }),
      ),
    settleDepositRevert: (revertID) => settleDepositRevert(store, revertID),
    createDepositAdjustment: ({ depositID, status, externalID, ...keyed }) =>
      idOf(() =>
        createDepositAdjustment(store, {
          idempotencyKey: keyOf(keyed),
          ...{ depositID },
          target: typedStatus(status),
          externalID: externalID ?? null,
        }),
      ),
    settleDepositAdjustment: (adjustmentID) => settleDepositAdjustment(store, adjustmentID),
  };
}

function idOf(make: () => Promise<{ id: string }>): Promise<string> {
  return orRefused(async () => (await make()).id);
}

/** Typed by hand in Temporal UI, so nothing has checked it yet. */
function typedAmount(amount: number): bigint {
  if (Number.isSafeInteger(amount)) return BigInt(amount);
  throw new Refusal('invalidOperationParameters', 'amount must be an integer in minor units');
}

function typedStatus(status: string): 'Succeeded' | 'Failed' {
  if (status === 'Succeeded' || status === 'Failed') return status;
  throw new Refusal('invalidOperationParameters', 'status must be Succeeded or Failed');
}
