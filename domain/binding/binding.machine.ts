import type { Machine } from '../machine/machine';

export const BINDING_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type BindingStatus = (typeof BINDING_STATUSES)[number];
export type BindingAction = 'succeed' | 'fail';

/** A binding is verified by the provider, which may ask the payer to confirm it. */
export const bindingMachine = {
  name: 'binding',
  initial: 'pending',
  states: BINDING_STATUSES,
  transitions: [
    { on: 'succeed', from: ['pending'], to: 'succeeded', announces: ['CustomerBindingSucceeded'] },
    { on: 'fail', from: ['pending'], to: 'failed', announces: ['CustomerBindingFailed'] },
  ],
  creation: { announces: ['CustomerBindingStarted'] },
} as const satisfies Machine<BindingStatus, BindingAction>;
