import { parseMoment } from './moment';

test.each([
  ['2026-11-21T12:00:00Z', '2026-11-21T12:00:00.000Z'],
  ['2026-11-21t12:00:00.5z', '2026-11-21T12:00:00.500Z'],
  ['2028-02-29T00:30:00.123456789+03:00', '2028-02-28T21:30:00.123Z'],
])('%s is %s', (text, expected) => {
  expect(parseMoment(text)?.toISOString()).toBe(expected);
});

test.each([
  '2026-02-30T00:00:00Z',
  '2026-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-11-21T24:30:00Z',
  '2026-11-21T12:00:00',
  '2026-11-21',
  'tomorrow',
])('%s is no moment', (text) => {
  expect(parseMoment(text)).toBeUndefined();
});
