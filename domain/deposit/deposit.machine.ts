import type { Machine } from '../machine/machine';

export const DEPOSIT_STATUSES = ['Pending', 'Succeeded', 'Failed'] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];
export type DepositAction = 'succeed' | 'fail' | 'adjustToSucceeded' | 'adjustToFailed';

/** The deposit's lifecycle. The two adjustments are an operator's corrections of a finished deposit. */
export const depositMachine: Machine<DepositStatus, DepositAction> = {
  name: 'deposit',
  initial: 'Pending',
  states: DEPOSIT_STATUSES,
  transitions: [
    { on: 'succeed', from: ['Pending'], to: 'Succeeded', emits: [] },
    { on: 'fail', from: ['Pending'], to: 'Failed', emits: [] },
    { on: 'adjustToSucceeded', from: ['Failed'], to: 'Succeeded', emits: [] },
    { on: 'adjustToFailed', from: ['Succeeded'], to: 'Failed', emits: [] },
  ],
};

export const DEPOSIT_REVERT_STATUSES = ['Pending', 'Succeeded', 'Failed'] as const;
export type DepositRevertStatus = (typeof DEPOSIT_REVERT_STATUSES)[number];
export type DepositRevertAction = 'succeed' | 'fail';

/** The lifecycle of a deposit's revert: while it is `Pending` its funds are held on the wallet. */
export const depositRevertMachine: Machine<DepositRevertStatus, DepositRevertAction> = {
  name: 'deposit-revert',
  initial: 'Pending',
  states: DEPOSIT_REVERT_STATUSES,
  transitions: [
    { on: 'succeed', from: ['Pending'], to: 'Succeeded', emits: [] },
    { on: 'fail', from: ['Pending'], to: 'Failed', emits: [] },
  ],
};

export const DEPOSIT_ADJUSTMENT_STATUSES = ['Pending', 'Succeeded', 'Failed'] as const;
export type DepositAdjustmentStatus = (typeof DEPOSIT_ADJUSTMENT_STATUSES)[number];
export type DepositAdjustmentAction = 'succeed' | 'fail';

/** The lifecycle of an adjustment: its success changes the status of its deposit. */
export const depositAdjustmentMachine: Machine<DepositAdjustmentStatus, DepositAdjustmentAction> = {
  name: 'deposit-adjustment',
  initial: 'Pending',
  states: DEPOSIT_ADJUSTMENT_STATUSES,
  transitions: [
    { on: 'succeed', from: ['Pending'], to: 'Succeeded', emits: [] },
    { on: 'fail', from: ['Pending'], to: 'Failed', emits: [] },
  ],
};
