import { findTransition } from '../../platform/machine/machine';
import { isAuthorised } from './destination';
import { destinationMachine } from './destination.machine';

describe('a destination', () => {
  it('emits an event for each authorisation and expiry, and may be authorised again', () => {
    expect(destinationMachine.initial).toBe('Unauthorized');
    const move = findTransition(destinationMachine, 'Unauthorized', 'authorise');
    expect(move).toMatchObject({ to: 'Authorized', emits: ['DestinationAuthorized'] });
    const end = findTransition(destinationMachine, 'Authorized', 'expire');
    expect(end).toMatchObject({ to: 'Unauthorized', emits: ['DestinationUnauthorized'] });
    expect(findTransition(destinationMachine, 'Authorized', 'authorise')).toBeUndefined();
  });

  it('is authorised until its authorisation expires', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    const later = new Date('2026-11-21T12:00:01Z');
    expect(isAuthorised({ status: 'Authorized', validUntil: null }, now)).toBe(true);
    expect(isAuthorised({ status: 'Authorized', validUntil: later }, now)).toBe(true);
    expect(isAuthorised({ status: 'Authorized', validUntil: now }, now)).toBe(false);
    expect(isAuthorised({ status: 'Unauthorized', validUntil: null }, now)).toBe(false);
  });
});
