import type { Machine } from './machine';

const OPERATION_STATUSES = ['Pending', 'Succeeded', 'Failed'] as const;
export type OperationStatus = (typeof OPERATION_STATUSES)[number];
export type OperationAction = 'succeed' | 'fail';

/** The lifecycle of an operation that ends once, by success or failure, and of which webhooks are not told. */
export function operationMachine(name: string): Machine<OperationStatus, OperationAction> {
  return {
    name,
    initial: 'Pending',
    states: OPERATION_STATUSES,
    transitions: [
      { on: 'succeed', from: ['Pending'], to: 'Succeeded', emits: [] },
      { on: 'fail', from: ['Pending'], to: 'Failed', emits: [] },
    ],
  };
}
