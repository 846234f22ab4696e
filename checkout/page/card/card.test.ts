import { findCardRange } from '../../../domain/payments/card/card-ranges';
import { cardNumberProblem, formatCardNumber } from './card-number';
import { getExpiry, expiryProblem, formatExpiry, hasExpired } from './expiry';
import { parseDigits } from './digits';
import cards from '../../../specs/test-cards.json';

describe('a card number', () => {
  test.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242-4242.4242 4242', '4242 4242 4242 4242'],
    ['4242\u00a04242\u202f42', '4242 4242 42'],
    [' ４２４２ ', '4242'],
    ['٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢', '4242 4242 4242 4242'],
    ['۴۲۴۲۴۲۴۲', '4242 4242'],
    ['४२४२४२', '4242 42'],
    ['\u{1d7db}\u{1d7d2}7', '347'],
    ['378282246310005', '3782 822463 10005'],
    ['22013820000000130009999', '2201 3820 0000 0013 000'],
    ['', ''],
    ['Карта 4242 4242 4242 4242, до 12/29, код 123', '4242 4242 4242 4242'],
    ['4242 4242 4242 4242 12/29', '4242 4242 4242 4242'],
    ['order 17: 3782 822463 10005', '3782 822463 10005'],
  ])('typed as %j is formatted in groups', (typed, shown) => expect(formatCardNumber(typed)).toBe(shown));

  test.each(cards.cards.filter(({ kind }) => !kind.startsWith('tokenized')))(
    '$pan of the sandbox is valid and of $paymentSystem',
    ({ pan, paymentSystem }) => {
      expect(cardNumberProblem(formatCardNumber(pan))).toBeUndefined();
      expect(findCardRange(pan)?.system).toBe(paymentSystem);
    },
  );

  test.each([
    ['', 'missing'],
    ['4242 4242 4242', 'incomplete'],
    ['4242 4242 4242 4243', 'wrong'],
    ['4242 4242 4242 4242 42', 'wrong'],
    ['3782 822463 10005', 'notAccepted'],
    ['5000 0000 0000 0009', 'notAccepted'],
    ['6069 98', 'notAccepted'],
    ['6069 9', 'incomplete'],
  ])('%j is %s', (typed, problem) => expect(cardNumberProblem(typed, ['visa'])).toBe(problem));

  test('a card of an unknown range is not accepted before the shop’s networks are known either', () => {
    expect(cardNumberProblem('5000 0000 0000 0009')).toBe('notAccepted');
    expect(cardNumberProblem('4026 0000 0000 0002', ['visa'])).toBeUndefined();
  });
});

test('digits of every script are converted', () => {
  const digits = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((sign) => /\p{Nd}/u.test(sign));
  expect(digits.length).toBeGreaterThan(600);
  expect(digits.length % 10).toBe(0);
  expect(digits.map((digit) => parseDigits(digit)).join('')).toBe('0123456789'.repeat(digits.length / 10));
});

describe('an expiry', () => {
  test.each([
    ['1229', '12 / 29', '12/29'],
    ['12/29', '12 / 29', '12/29'],
    ['12 / 29', '12 / 29', '12/29'],
    ['12\u00a0/\u00a029', '12 / 29', '12/29'],
    ['12-2029', '12 / 2029', '12/29'],
    ['122029', '12 / 2029', '12/29'],
    ['1/29', '01 / 29', '01/29'],
    ['929', '09 / 29', '09/29'],
    ['2029-12', '12 / 2029', '12/29'],
    ['2029-1', '01 / 2029', '01/29'],
    ['202912', '12 / 2029', '12/29'],
    ['202902', '02 / 2029', '02/29'],
    ['22029', '02 / 2029', '02/29'],
    ['022029', '02 / 2029', '02/29'],
    ['١٢/٢٩', '12 / 29', '12/29'],
    ['٢٠٢٩١٢', '12 / 2029', '12/29'],
  ])('typed as %j is formatted as %j and parsed as %j', (typed, shown, meant) => {
    expect(formatExpiry(typed)).toBe(shown);
    expect(expiryProblem(typed)).toBeUndefined();
    expect(getExpiry(typed)).toBe(meant);
  });

  test('gets its separator while typed and allows to delete it', () => {
    expect(['1', '12', '12 / 2', '9'].map((text) => formatExpiry(text))).toEqual(['1', '12 / ', '12 / 2', '09 / ']);
    expect(['12 /', '12', '1', ''].map((text) => formatExpiry(text, true))).toEqual(['12', '12', '1', '']);
  });

  test.each([
    ['1229', '12 / 29'],
    ['12/29', '12 / 29'],
    ['929', '09 / 29'],
    ['229', '02 / 29'],
    ['202912', '12 / 2029'],
    ['2029-12', '12 / 2029'],
    ['2029/01', '01 / 2029'],
    ['122029', '12 / 2029'],
    ['١٢٢٩', '12 / 29'],
    ['٢٠٢٩١٢', '12 / 2029'],
  ])('typed key by key as %j becomes %j', (typed, shown) => {
    expect([...typed].reduce((text, key) => formatExpiry(text + key), '')).toBe(shown);
    expect(expiryProblem(shown)).toBeUndefined();
  });

  test('rejects a year followed by an invalid month', () => {
    expect(expiryProblem('202913')).toBe('wrong');
    expect(expiryProblem('20291')).toBe('incomplete');
    expect(formatExpiry('20291', true)).toBe('20291');
  });

  test.each([
    ['', 'missing'],
    ['1', 'incomplete'],
    ['12', 'incomplete'],
    ['12 / 2', 'incomplete'],
    ['12 / 202', 'incomplete'],
    ['13 / 29', 'wrong'],
    ['00 / 29', 'wrong'],
    ['12 / 1999', 'wrong'],
  ])('%j is %s', (typed, problem) => expect(expiryProblem(typed)).toBe(problem));

  test('expires when its month is over in every time zone', () => {
    expect(hasExpired('11 / 26', new Date('2026-11-30T23:59:59Z'))).toBe(false);
    expect(hasExpired('11 / 26', new Date('2026-12-02T00:00:01Z'))).toBe(true);
    expect(hasExpired('12 / 2031', new Date('2026-12-02T00:00:01Z'))).toBe(false);
  });
});
