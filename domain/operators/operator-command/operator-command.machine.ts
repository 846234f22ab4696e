import type { StateMachine } from '../../platform/machine/machine';

export const COMMAND_STATES = ['AwaitingApproval', 'Approved', 'Rejected', 'Expired', 'Succeeded', 'Failed'] as const;

export type CommandState = (typeof COMMAND_STATES)[number];

export type CommandAction = 'approve' | 'reject' | 'expire' | 'succeed' | 'fail';

/** A command within its requester's limit is created `Approved`. */
export const operatorCommandMachine: StateMachine<CommandState, CommandAction> = {
  name: 'operator-command',
  initial: 'AwaitingApproval',
  states: COMMAND_STATES,
  transitions: [
    { on: 'approve', from: ['AwaitingApproval'], to: 'Approved', emits: [] },
    { on: 'reject', from: ['AwaitingApproval'], to: 'Rejected', emits: [] },
    { on: 'expire', from: ['AwaitingApproval'], to: 'Expired', emits: [] },
    { on: 'succeed', from: ['Approved'], to: 'Succeeded', emits: [] },
    { on: 'fail', from: ['Approved'], to: 'Failed', emits: [] },
  ],
};
