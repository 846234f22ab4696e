import type { StateMachine } from '../../platform/machine/machine';

export const DESTINATION_STATUSES = ['Unauthorized', 'Authorized'] as const;
export type DestinationStatus = (typeof DESTINATION_STATUSES)[number];
export type DestinationAction = 'authorise' | 'expire' | 'reject';

/** An expired (`validUntil`) or rejected authorisation can be renewed. */
export const destinationMachine = {
  name: 'destination',
  initial: 'Unauthorized',
  states: DESTINATION_STATUSES,
  transitions: [
    { on: 'authorise', from: ['Unauthorized'], to: 'Authorized', emits: ['DestinationAuthorized'] },
    { on: 'expire', from: ['Authorized'], to: 'Unauthorized', emits: ['DestinationUnauthorized'] },
    { on: 'reject', from: ['Unauthorized', 'Authorized'], to: 'Unauthorized', emits: ['DestinationUnauthorized'] },
  ],
  creation: { emits: ['DestinationCreated', 'DestinationUnauthorized'] },
} as const satisfies StateMachine<DestinationStatus, DestinationAction>;
