import type { StateMachine } from '../../platform/machine/machine';

export const PAYOUT_STATUSES = ['pending', 'sent', 'paid', 'failed', 'returned', 'cancelled'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];
export type PayoutAction = 'send' | 'confirm' | 'fail' | 'return' | 'cancel';

/** What a shop is paid for a closed batch. Its money is in transit until the bank confirms it, and comes back when it fails or is returned. */
export const payoutMachine = {
  name: 'payout',
  initial: 'pending',
  states: PAYOUT_STATUSES,
  transitions: [
    { on: 'send', from: ['pending'], to: 'sent', emits: [] },
    { on: 'confirm', from: ['sent'], to: 'paid', emits: ['PayoutPaid'] },
    { on: 'fail', from: ['sent'], to: 'failed', emits: ['PayoutFailed'] },
    { on: 'return', from: ['paid'], to: 'returned', emits: ['PayoutFailed'] },
    { on: 'cancel', from: ['pending'], to: 'cancelled', emits: ['PayoutFailed'] },
  ],
  creation: { emits: ['PayoutCreated'] },
} as const satisfies StateMachine<PayoutStatus, PayoutAction>;
