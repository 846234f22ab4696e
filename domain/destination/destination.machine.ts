import type { Machine } from '../machine/machine';

export const DESTINATION_STATUSES = ['Unauthorized', 'Authorized'] as const;
export type DestinationStatus = (typeof DESTINATION_STATUSES)[number];
export type DestinationAction = 'authorise';

/** What the creation of a destination announces: it exists, and it is not authorised yet. */
export const DESTINATION_CREATION_ANNOUNCES = ['DestinationCreated', 'DestinationUnauthorized'] as const;

/**
 * The destination's lifecycle. There is no way back: an authorisation that has run out (`validUntil`) keeps its status
 * and no longer serves withdrawals.
 */
export const destinationMachine: Machine<DestinationStatus, DestinationAction> = {
  name: 'destination',
  initial: 'Unauthorized',
  states: DESTINATION_STATUSES,
  transitions: [{ on: 'authorise', from: ['Unauthorized'], to: 'Authorized', announces: ['DestinationAuthorized'] }],
};
