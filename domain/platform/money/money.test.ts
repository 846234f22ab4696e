import fc from 'fast-check';
import { MAX_AMOUNT_MINOR, amountFromWire, amountToWire, sumMinor } from './money';

test('every safe integer survives a round trip', () => {
  fc.assert(fc.property(fc.maxSafeInteger(), (amount) => amountToWire(amountFromWire(amount)) === amount));
});

test.each([0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])('%p is no amount', (amount) => {
  expect(() => amountFromWire(amount)).toThrow(RangeError);
});

test('amounts beyond a JSON integer are refused, not rounded', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: MAX_AMOUNT_MINOR + 1n, max: 10n ** 30n }), (amount) => {
      expect(() => amountToWire(amount)).toThrow(RangeError);
      expect(() => amountToWire(-amount)).toThrow(RangeError);
    }),
  );
});

test('the largest JSON integers are amounts, and a refusal names the amount', () => {
  expect(amountToWire(MAX_AMOUNT_MINOR)).toBe(Number.MAX_SAFE_INTEGER);
  expect(amountToWire(-MAX_AMOUNT_MINOR)).toBe(-Number.MAX_SAFE_INTEGER);
  expect(() => amountToWire(MAX_AMOUNT_MINOR + 1n)).toThrow('amount 9007199254740992 does not fit a JSON integer');
  expect(() => amountFromWire(0.5)).toThrow('amount 0.5 is not an integer');
});

test('a sum does not depend on the order of its amounts', () => {
  fc.assert(fc.property(fc.array(fc.bigInt()), (amounts) => sumMinor(amounts) === sumMinor([...amounts].reverse())));
});
