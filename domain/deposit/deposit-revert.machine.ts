import type { Machine } from '../machine/machine';

export const DEPOSIT_REVERT_STATUSES = ['Pending', 'Succeeded', 'Failed'] as const;
export type DepositRevertStatus = (typeof DEPOSIT_REVERT_STATUSES)[number];
export type DepositRevertAction = 'succeed' | 'fail';

/** The lifecycle of a deposit's revert: while it is `Pending` its funds are held on the wallet. */
export const depositRevertMachine: Machine<DepositRevertStatus, DepositRevertAction> = {
  name: 'deposit-revert',
  initial: 'Pending',
  states: DEPOSIT_REVERT_STATUSES,
  transitions: [
    { on: 'succeed', from: ['Pending'], to: 'Succeeded', announces: [] },
    { on: 'fail', from: ['Pending'], to: 'Failed', announces: [] },
  ],
};
