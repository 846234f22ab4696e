import fc from 'fast-check';
import { parseDeadline, requestDeadline } from './deadline';

const now = new Date('2026-11-21T12:00:00Z');

test.each([
  ['500ms', 500],
  ['3s', 3_000],
  ['1.5s', 1_500],
  ['1m', 60_000],
  ['0.5m', 30_000],
])('%s is relative to now', (text, ms) => {
  expect(parseDeadline(text, now)).toEqual({ at: new Date(now.getTime() + ms) });
});

test.each(['', '15h', '3', 's', '-3s', '3 s', 'tomorrow', '2026-11-21', '2026-13-40T00:00:00Z', '2026-11-21T12:00:01'])(
  '%p is unreadable',
  (text) => expect(parseDeadline(text, now)).toEqual({ problem: 'unreadable' }),
);

test.each(['0s', '2026-11-21T12:00:00Z', '2026-11-21T14:59:59+03:00'])('%p is past', (text) => {
  expect(parseDeadline(text, now)).toEqual({ problem: 'past' });
});

test.each(['99999999999m', '2407-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])('%p is too far away', (text) => {
  expect(parseDeadline(text, now)).toEqual({ problem: 'too far away' });
});

test('an absolute deadline may have any time zone', () => {
  expect(parseDeadline('2026-11-21T15:00:30+03:00', now)).toEqual({ at: new Date('2026-11-21T12:00:30Z') });
});

test.each([`${'0'.repeat(38)}30s`, `2026-11-21T12:00:30.${'0'.repeat(21)}Z`])(
  '%p is too long for the header',
  (text) => {
    expect(() => requestDeadline(text, now)).toThrow(expect.objectContaining({ code: 'invalidDeadline' }));
  },
);

test('a request deadline is at most one minute away', () => {
  expect(requestDeadline(undefined, now).getTime() - now.getTime()).toBe(60_000);
  expect(requestDeadline('10m', now).getTime() - now.getTime()).toBe(60_000);
  expect(requestDeadline('3s', now).getTime() - now.getTime()).toBe(3_000);
});

test('any header text is parsed or refused without throwing', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      const parsed = parseDeadline(text, now);
      if ('at' in parsed) expect(parsed.at.getTime()).toBeGreaterThan(now.getTime());
    }),
  );
});
