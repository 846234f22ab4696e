import fc from 'fast-check';
import { MIN_GAP_MS, nextAttemptAt, RETRY_PERIOD_MS, RETRY_TIMETABLE_MS } from './retry-schedule';

const start = new Date('2026-11-21T10:00:00.000Z');

function after(seconds: number): Date {
  return new Date(start.getTime() + seconds * 1_000);
}

/** The attempts of a message that is never accepted, in seconds after the first. */
function allAttempts(): number[] {
  const times = [0];
  let next = nextAttemptAt({ firstAttemptAt: start, lastAttemptAt: start });
  while (next) {
    times.push((next.getTime() - start.getTime()) / 1_000);
    next = nextAttemptAt({ firstAttemptAt: start, lastAttemptAt: next });
  }
  return times;
}

test('attempts follow after 30 s, 5 min, 15 min, 1 h and then every hour, the last one 24 h after the first', () => {
  const expected = [0, 30, 330, 1_230, 4_830];
  for (let hour = 1; hour <= 22; hour++) expected.push(4_830 + hour * 3_600);
  expected.push(24 * 3_600);
  expect(allAttempts()).toEqual(expected);
});

test('no attempt follows after 24 hours', () => {
  expect(nextAttemptAt({ firstAttemptAt: start, lastAttemptAt: after(86_400) })).toBeUndefined();
});

test('a late attempt is followed by others within the period', () => {
  expect(nextAttemptAt({ firstAttemptAt: start, lastAttemptAt: after(10_000) })).toEqual(after(12_030));
  expect(nextAttemptAt({ firstAttemptAt: start, lastAttemptAt: after(100_000) })).toBeUndefined();
});

test('an operator’s attempt does not shift the timetable', () => {
  expect(nextAttemptAt({ firstAttemptAt: start, lastAttemptAt: after(60) })).toEqual(after(330));
});

test('clock skew does not repeat an attempt', () => {
  expect(nextAttemptAt({ firstAttemptAt: start, lastAttemptAt: after(29.9) })).toEqual(after(330));
});

const moment = fc.integer({ min: 0, max: 3 * RETRY_PERIOD_MS });

test('the next attempt is later, in the timetable and within the period', () => {
  fc.assert(
    fc.property(moment, (sinceFirstMs) => {
      const lastAttemptAt = new Date(start.getTime() + sinceFirstMs);
      const next = nextAttemptAt({ firstAttemptAt: start, lastAttemptAt });
      if (!next) return sinceFirstMs > RETRY_PERIOD_MS - MIN_GAP_MS;
      const offsetMs = next.getTime() - start.getTime();
      return offsetMs >= sinceFirstMs + MIN_GAP_MS && RETRY_TIMETABLE_MS.includes(offsetMs);
    }),
  );
});

test('a later last attempt never gives an earlier next one', () => {
  fc.assert(
    fc.property(moment, moment, (one, other) => {
      const [earlier, later] = one < other ? [one, other] : [other, one];
      const at = (sinceFirstMs: number): number =>
        nextAttemptAt({
          firstAttemptAt: start,
          lastAttemptAt: new Date(start.getTime() + sinceFirstMs),
        })?.getTime() ?? Infinity;
      return at(earlier) <= at(later);
    }),
  );
});

test('timetable steps range from 30 seconds to one hour', () => {
  const steps = RETRY_TIMETABLE_MS.map((time, index) => time - (RETRY_TIMETABLE_MS[index - 1] ?? 0));
  expect(Math.max(...steps)).toBe(3_600_000);
  expect(Math.min(...steps)).toBe(30_000);
});
