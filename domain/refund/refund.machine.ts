import type { Machine } from '../machine/machine';

export const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];
export type RefundAction = 'succeed' | 'fail';

/** What is announced when a refund is made; the two names come from the two documents of events. */
export const REFUND_STARTED_ANNOUNCES = ['RefundCreated', 'RefundPending'] as const;

/** The refund's lifecycle: the provider is asked once, and its word is final. */
export const refundMachine: Machine<RefundStatus, RefundAction> = {
  name: 'refund',
  initial: 'pending',
  states: REFUND_STATUSES,
  transitions: [
    { on: 'succeed', from: ['pending'], to: 'succeeded', announces: ['RefundSucceeded'] },
    { on: 'fail', from: ['pending'], to: 'failed', announces: ['RefundFailed'] },
  ],
};
