import type { Machine } from '../machine/machine';

export const DESTINATION_STATUSES = ['Unauthorized', 'Authorized'] as const;
export type DestinationStatus = (typeof DESTINATION_STATUSES)[number];
export type DestinationAction = 'authorise' | 'expire';

/** The destination's lifecycle. An authorisation that runs out (`validUntil`) can be given again. */
export const destinationMachine = {
  name: 'destination',
  initial: 'Unauthorized',
  states: DESTINATION_STATUSES,
  transitions: [
    { on: 'authorise', from: ['Unauthorized'], to: 'Authorized', emits: ['DestinationAuthorized'] },
    { on: 'expire', from: ['Authorized'], to: 'Unauthorized', emits: ['DestinationUnauthorized'] },
  ],
  /** It exists, and it is not authorised yet. */
  creation: { emits: ['DestinationCreated', 'DestinationUnauthorized'] },
} as const satisfies Machine<DestinationStatus, DestinationAction>;
