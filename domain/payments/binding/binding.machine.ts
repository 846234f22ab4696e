import type { StateMachine } from '../../platform/machine/machine';

export const BINDING_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type BindingStatus = (typeof BINDING_STATUSES)[number];
export type BindingAction = 'succeed' | 'fail';

/** A binding is verified by the connector, which may ask the payer to confirm it. */
export const bindingMachine = {
  name: 'binding',
  initial: 'pending',
  states: BINDING_STATUSES,
  transitions: [
    { on: 'succeed', from: ['pending'], to: 'succeeded', emits: ['CustomerBindingSucceeded'] },
    { on: 'fail', from: ['pending'], to: 'failed', emits: ['CustomerBindingFailed'] },
  ],
  creation: { emits: ['CustomerBindingStarted'] },
} as const satisfies StateMachine<BindingStatus, BindingAction>;
