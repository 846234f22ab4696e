import type { Machine } from '../machine/machine';

export const DEPOSIT_ADJUSTMENT_STATUSES = ['Pending', 'Succeeded', 'Failed'] as const;
export type DepositAdjustmentStatus = (typeof DEPOSIT_ADJUSTMENT_STATUSES)[number];
export type DepositAdjustmentAction = 'succeed' | 'fail';

/** The lifecycle of an adjustment: its success changes the status of its deposit. */
export const depositAdjustmentMachine: Machine<DepositAdjustmentStatus, DepositAdjustmentAction> = {
  name: 'deposit-adjustment',
  initial: 'Pending',
  states: DEPOSIT_ADJUSTMENT_STATUSES,
  transitions: [
    { on: 'succeed', from: ['Pending'], to: 'Succeeded', announces: [] },
    { on: 'fail', from: ['Pending'], to: 'Failed', announces: [] },
  ],
};
