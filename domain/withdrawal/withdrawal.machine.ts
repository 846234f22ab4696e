import type { Machine } from '../machine/machine';

export const WITHDRAWAL_STATUSES = ['Pending', 'Succeeded', 'Failed'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];
export type WithdrawalAction = 'succeed' | 'fail';

/** What the creation of a withdrawal announces. */
export const WITHDRAWAL_CREATION_ANNOUNCES = ['WithdrawalStarted'] as const;

/** The withdrawal's lifecycle. While it is `Pending` its funds are held; success posts the hold, failure releases it. */
export const withdrawalMachine: Machine<WithdrawalStatus, WithdrawalAction> = {
  name: 'withdrawal',
  initial: 'Pending',
  states: WITHDRAWAL_STATUSES,
  transitions: [
    { on: 'succeed', from: ['Pending'], to: 'Succeeded', announces: ['WithdrawalSucceeded'] },
    { on: 'fail', from: ['Pending'], to: 'Failed', announces: ['WithdrawalFailed'] },
  ],
};
