import type { StateMachine } from '../../platform/machine/machine';

export const CUSTOMER_STATUSES = ['unready', 'ready'] as const;
export type CustomerStatus = (typeof CUSTOMER_STATUSES)[number];
export type CustomerAction = 'makeReady';

/** A customer becomes ready with the first binding that succeeds, and stays so. */
export const customerMachine = {
  name: 'customer',
  initial: 'unready',
  states: CUSTOMER_STATUSES,
  transitions: [{ on: 'makeReady', from: ['unready'], to: 'ready', emits: ['CustomerReady'] }],
  creation: { emits: ['CustomerCreated'] },
  steps: { delete: { emits: ['CustomerDeleted'] } },
} as const satisfies StateMachine<CustomerStatus, CustomerAction>;
