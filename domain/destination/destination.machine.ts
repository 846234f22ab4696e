import type { Machine } from '../machine/machine';

export const DESTINATION_STATUSES = ['Unauthorized', 'Authorized'] as const;
export type DestinationStatus = (typeof DESTINATION_STATUSES)[number];
export type DestinationAction = 'authorise';

/**
 * The destination's lifecycle. There is no way back: an authorisation that has run out (`validUntil`) keeps its status
 * and no longer serves withdrawals.
 */
export const destinationMachine = {
  name: 'destination',
  initial: 'Unauthorized',
  states: DESTINATION_STATUSES,
  transitions: [{ on: 'authorise', from: ['Unauthorized'], to: 'Authorized', emits: ['DestinationAuthorized'] }],
  /** It exists, and it is not authorised yet. */
  creation: { emits: ['DestinationCreated', 'DestinationUnauthorized'] },
} as const satisfies Machine<DestinationStatus, DestinationAction>;
