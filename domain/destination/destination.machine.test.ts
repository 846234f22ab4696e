import { findTransition, isFinal } from '../machine/machine';
import { isUsable } from './destination';
import { destinationMachine } from './destination.machine';

describe('the destination', () => {
  it('begins unauthorised, is authorised once, tells webhooks of it, and has no way back', () => {
    expect(destinationMachine.initial).toBe('Unauthorized');
    const move = findTransition(destinationMachine, 'Unauthorized', 'authorise');
    expect(move).toMatchObject({ to: 'Authorized', emits: ['DestinationAuthorized'] });
    expect(isFinal(destinationMachine, 'Authorized')).toBe(true);
  });

  it('serves withdrawals while it is authorised, not blocked and not past its time', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    const later = new Date('2026-11-21T12:00:01Z');
    expect(isUsable({ status: 'Authorized', isBlocked: false, validUntil: null }, now)).toBe(true);
    expect(isUsable({ status: 'Authorized', isBlocked: false, validUntil: later }, now)).toBe(true);
    expect(isUsable({ status: 'Authorized', isBlocked: false, validUntil: now }, now)).toBe(false);
    expect(isUsable({ status: 'Authorized', isBlocked: true, validUntil: null }, now)).toBe(false);
    expect(isUsable({ status: 'Unauthorized', isBlocked: false, validUntil: null }, now)).toBe(false);
  });
});
