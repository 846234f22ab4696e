import type { StateMachine } from './machine';

const OPERATION_STATUSES = ['Pending', 'Succeeded', 'Failed'] as const;
export type OperationStatus = (typeof OPERATION_STATUSES)[number];
export type OperationAction = 'succeed' | 'fail';

/** Builds the lifecycle of an operation that succeeds or fails once and emits no events. */
export function operationMachine(name: string): StateMachine<OperationStatus, OperationAction> {
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
