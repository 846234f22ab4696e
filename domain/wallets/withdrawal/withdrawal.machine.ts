import type { StateMachine } from '../../platform/machine/machine';

export const WITHDRAWAL_STATUSES = ['Pending', 'Succeeded', 'Failed'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];
export type WithdrawalAction = 'succeed' | 'fail';

/** While it is `Pending` its funds are held; success posts the hold, failure releases it. */
export const withdrawalMachine = {
  name: 'withdrawal',
  initial: 'Pending',
  states: WITHDRAWAL_STATUSES,
  transitions: [
    { on: 'succeed', from: ['Pending'], to: 'Succeeded', emits: ['WithdrawalSucceeded'] },
    { on: 'fail', from: ['Pending'], to: 'Failed', emits: ['WithdrawalFailed'] },
  ],
  creation: { emits: ['WithdrawalStarted'] },
} as const satisfies StateMachine<WithdrawalStatus, WithdrawalAction>;
