import type { StateMachine } from '../../platform/machine/machine';
import { operationMachine } from '../../platform/machine/operation';

export const DEPOSIT_STATUSES = ['Pending', 'Succeeded', 'Failed'] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];
export type DepositAction = 'succeed' | 'fail' | 'adjustToSucceeded' | 'adjustToFailed';

/** The two adjustments are an operator's corrections of a finished deposit. */
export const depositMachine: StateMachine<DepositStatus, DepositAction> = {
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

/** While a revert is `Pending`, its funds are held on the wallet. */
export const depositRevertMachine = operationMachine('deposit-revert');

/** A successful adjustment changes the status of its deposit. */
export const depositAdjustmentMachine = operationMachine('deposit-adjustment');
