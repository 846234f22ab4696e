import type { StateMachine } from '../../platform/machine/machine';

export const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];
export type RefundAction = 'succeed' | 'fail';

/** The connector's answer is final. */
export const refundMachine = {
  name: 'refund',
  initial: 'pending',
  states: REFUND_STATUSES,
  transitions: [
    { on: 'succeed', from: ['pending'], to: 'succeeded', emits: ['RefundSucceeded'] },
    { on: 'fail', from: ['pending'], to: 'failed', emits: ['RefundFailed'] },
  ],
  /** The two documents of events name the creation differently. */
  creation: { emits: ['RefundCreated', 'RefundPending'] },
} as const satisfies StateMachine<RefundStatus, RefundAction>;
