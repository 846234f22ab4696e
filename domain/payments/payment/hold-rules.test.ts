import fc from 'fast-check';
import {
  assertUndecidedHold,
  CAPTURE_LEAD_MS,
  captureAmount,
  decideExpiredHold,
  endOfHold,
  isExpiredHold,
} from './hold-rules';
import type { HoldState } from './payment';
import { PAYMENT_STATUSES } from './payment.machine';

const hold: HoldState = { status: 'processed', flow: 'hold', authorised: { amountMinor: 10_000n, currency: 'RUB' } };

test('a processed undecided hold may be decided', () => {
  expect(() => assertUndecidedHold(hold)).not.toThrow();
});

test.each(PAYMENT_STATUSES.filter((status) => status !== 'processed'))('a %s payment may not be decided', (status) => {
  expect(() => assertUndecidedHold({ ...hold, status })).toThrow(
    expect.objectContaining({ code: 'invalidPaymentStatus' }),
  );
});

test.each(PAYMENT_STATUSES)('a %s payment of the instant flow may not be decided', (status) => {
  expect(() => assertUndecidedHold({ ...hold, status, flow: 'instant' })).toThrow(
    expect.objectContaining({ code: 'operationNotPermitted' }),
  );
});

test.each(['capture', 'cancel'] as const)('a hold that is being decided (%s) is not decided twice', (target) => {
  expect(() => assertUndecidedHold({ ...hold, target })).toThrow(
    expect.objectContaining({ code: 'invalidPaymentStatus' }),
  );
});

test('a hold expires at its time only while it is undecided', () => {
  const held: HoldState = { ...hold, heldUntil: new Date('2026-11-29T12:00:00.000Z') };
  const [before, at] = [new Date('2026-11-29T11:59:59.999Z'), new Date('2026-11-29T12:00:00.000Z')];
  expect(isExpiredHold(held, before)).toBe(false);
  expect(isExpiredHold(held, at)).toBe(true);
  expect(isExpiredHold({ ...held, target: 'capture' }, at)).toBe(false);
  for (const status of PAYMENT_STATUSES.filter((other) => other !== 'processed')) {
    expect(isExpiredHold({ ...held, status }, at)).toBe(false);
  }
});

test('an expired hold is captured only if the payment requests it and the shop is not blocked', () => {
  const byRule = (onHoldExpiration: 'capture' | 'cancel' | null, isBlocked: boolean) =>
    decideExpiredHold({ onHoldExpiration }, { isBlocked });
  expect(byRule('capture', false)).toEqual({ target: 'capture', reason: 'Timeout' });
  expect(byRule('capture', true)).toEqual({ target: 'cancel', reason: 'Shop is blocked' });
  for (const isBlocked of [false, true]) {
    expect(byRule('cancel', isBlocked)).toEqual({ target: 'cancel', reason: 'Timeout' });
    expect(byRule(null, isBlocked)).toEqual({ target: 'cancel', reason: 'Timeout' });
  }
});

test('a capture takes the whole hold or a smaller requested amount, never more', () => {
  expect(captureAmount(hold, {})).toBe(10_000n);
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 20_000n }), (amountMinor) => {
      if (amountMinor <= 10_000n) expect(captureAmount(hold, { amountMinor })).toBe(amountMinor);
      else {
        expect(() => captureAmount(hold, { amountMinor })).toThrow(
          expect.objectContaining({ code: 'amountExceededCaptureBalance' }),
        );
      }
    }),
  );
});

test('a cart determines the amount and must equal a given one', () => {
  const cart = [{ product: 'Чай', quantity: 2n, priceMinor: 100n }];
  expect(captureAmount(hold, { cart })).toBe(200n);
  expect(() => captureAmount(hold, { cart, amountMinor: 201n })).toThrow(
    expect.objectContaining({ code: 'invalidInvoiceCart' }),
  );
});

test('another currency is refused', () => {
  expect(() => captureAmount(hold, { currency: 'USD' })).toThrow(
    expect.objectContaining({ code: 'inconsistentCaptureCurrency' }),
  );
});

test.each([
  ['no statement', undefined, '2026-11-29T12:00:00.000Z'],
  ['a later end', '2026-12-01T00:00:00.000Z', '2026-11-29T12:00:00.000Z'],
  ['an earlier end', '2026-11-27T09:30:00.000Z', '2026-11-27T09:30:00.000Z'],
])('a hold of an acquirer with %s ends at the earlier time', (_, released, ends) => {
  const own = { heldUntil: new Date('2026-11-29T12:00:00.000Z'), onHoldExpiration: 'cancel' as const };
  expect(endOfHold(own, released === undefined ? undefined : new Date(released))).toEqual(new Date(ends));
});

test('a hold that is captured at its end is captured before the acquirer releases it', () => {
  const released = new Date('2026-11-27T09:30:00.000Z');
  const own = { heldUntil: new Date('2026-11-29T12:00:00.000Z'), onHoldExpiration: 'capture' as const };
  expect(endOfHold(own, released)).toEqual(new Date(released.getTime() - CAPTURE_LEAD_MS));
});

test('an instant payment has no hold to end', () => {
  expect(endOfHold({ heldUntil: null, onHoldExpiration: null }, new Date())).toBeNull();
});
