import fc from 'fast-check';
import { isLater, isWithinReach, rfc3339Text, parseRfc3339 } from './rfc3339';

function roundTrip(text: string): string | undefined {
  const moment = parseRfc3339(text);
  return moment && rfc3339Text(moment);
}

test.each([
  '2039-04-24T00:00:00Z',
  '2026-11-21T12:00:00.100Z',
  '2026-11-21T12:00:00.123Z',
  '2026-11-21T12:00:00.123456Z',
  '2026-11-21T12:00:00.000001Z',
  '2000-02-29T00:00:00Z',
  '2026-01-31T00:00:00Z',
  '2026-12-31T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999Z',
])('%s survives a round trip', (text) => {
  expect(roundTrip(text)).toBe(text);
});

test.each([
  ['2026-11-21t12:00:00.5z', '2026-11-21T12:00:00.500Z'],
  ['2026-11-21T12:00:00.000Z', '2026-11-21T12:00:00Z'],
  ['2026-11-21T12:00:00.1234Z', '2026-11-21T12:00:00.123400Z'],
  ['2028-02-29T00:30:00.123456789+03:00', '2028-02-28T21:30:00.123456Z'],
])('%s is normalised to %s', (text, expected) => {
  expect(roundTrip(text)).toBe(expected);
});

test.each([
  '2026-02-30T00:00:00Z',
  '2026-02-29T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-06-31T00:00:00Z',
  '2026-09-31T00:00:00Z',
  '2026-11-31T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-11-21T24:00:00Z',
  '2026-11-21T24:30:00Z',
  '2026-11-21T12:00:00',
  '2026-11-21T12:00:00+24:00',
  '2026-11-21',
  'tomorrow',
])('%s is invalid', (text) => {
  expect(parseRfc3339(text)).toBeUndefined();
});

test.each(['0000-06-01T00:00:00Z', '0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-01:00'])(
  '%s is outside the range of the database',
  (text) => {
    expect(parseRfc3339(text)).toBeUndefined();
  },
);

test('microseconds survive a round trip', () => {
  const seconds = fc.integer({ min: 0, max: 4_102_444_800 });
  fc.assert(
    fc.property(seconds, fc.integer({ min: 0, max: 999_999 }), (second, microseconds) => {
      const whole = new Date(second * 1_000).toISOString().slice(0, 19);
      const text = `${whole}.${String(microseconds).padStart(6, '0')}Z`;
      const written = roundTrip(text) ?? '';
      expect(roundTrip(written)).toBe(written);
      expect(written.replace(/Z$/, '').padEnd(20, '.').padEnd(26, '0')).toBe(text.slice(0, -1));
    }),
  );
});

test('isLater compares within one millisecond', () => {
  const moments = ['2026-11-21T12:00:00.123Z', '2026-11-21T12:00:00.123001Z', '2026-11-21T12:00:00.123999Z'];
  const read = moments.flatMap((text) => parseRfc3339(text) ?? []);
  const later = read.map((one) => read.map((other) => isLater(one, other)));
  expect(later).toEqual([
    [false, false, false],
    [true, false, false],
    [true, true, false],
  ]);
});

test('a deadline is within reach up to a century ahead, that moment included', () => {
  const now = new Date('2026-11-28T00:00:00.000Z');
  expect(isWithinReach(new Date('2126-11-28T00:00:00.000Z'), now)).toBe(true);
  expect(isWithinReach(new Date('2126-11-28T00:00:00.001Z'), now)).toBe(false);
});

test('a moment is later by a microsecond, and an earlier one is not, whatever its microseconds', () => {
  const moment = (text: string): Date => parseRfc3339(text) ?? new Date(NaN);
  expect(isLater(moment('2026-11-28T00:00:00.000002Z'), moment('2026-11-28T00:00:00.000001Z'))).toBe(true);
  expect(isLater(moment('2026-11-28T00:00:00.000001Z'), moment('2026-11-28T00:00:00.000001Z'))).toBe(false);
  expect(isLater(moment('2026-11-28T00:00:00.000999Z'), moment('2026-11-28T00:00:00.001Z'))).toBe(false);
  expect(rfc3339Text(null)).toBeUndefined();
});
