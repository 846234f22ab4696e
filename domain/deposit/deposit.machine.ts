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
    { on: 'succeed', from: ['Pending'], to: 'Succeeded', announces: [] },
    { on: 'fail', from: ['Pending'], to: 'Failed', announces: [] },
    { on: 'adjustToSucceeded', from: ['Failed'], to: 'Succeeded', announces: [] },
    { on: 'adjustToFailed', from: ['Succeeded'], to: 'Failed', announces: [] },
  ],
};
