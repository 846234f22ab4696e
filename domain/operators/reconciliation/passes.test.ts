import fc from 'fast-check';
import { dueAt, dueWindow, firstCursors, firstHalf, PASSES, SCHEDULE } from './passes';

const HOUR_MS = 3_600_000;
const LIMIT_MS = { hour: HOUR_MS, day: 24 * HOUR_MS };

test.each(PASSES)('the %s pass compares each operation once, within its time limit', (pass) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 0, max: 8 * HOUR_MS }), (begin, length) => {
      let since = new Date(begin);
      while (since.getTime() < begin + length) {
        const at = dueAt(pass, since);
        const window = dueWindow(pass, since, at);
        expect(window?.from).toEqual(since);
        const [from, to] = [window?.from.getTime() ?? 0, window?.to.getTime() ?? 0];
        expect(at.getTime() - from).toBeLessThanOrEqual(LIMIT_MS[pass]);
        expect(at.getTime() - to).toBe(SCHEDULE[pass].delayMs);
        expect(dueWindow(pass, since, new Date(at.getTime() - 1))).toBeUndefined();
        since = new Date(to);
      }
    }),
    { numRuns: 50 },
  );
});

test('a new connector starts with the windows that are due now', () => {
  const now = new Date('2026-05-01T12:34:56Z');
  const cursors = firstCursors(now);
  for (const pass of PASSES) expect(dueWindow(pass, cursors[pass], now)).toBeDefined();
});

test('a window is halved down to one millisecond', () => {
  const from = new Date(0);
  expect(firstHalf({ from, to: new Date(1_000) })).toEqual({ from, to: new Date(500) });
  expect(firstHalf({ from, to: new Date(1) })).toBeUndefined();
});
