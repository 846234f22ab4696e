import fc from 'fast-check';
import { observeHealth, type AccountHealth, type CircuitSettings } from './account-health';

const SETTINGS: CircuitSettings = { failurePercent: 50, minRequests: 10, windowMs: 60_000, passOverMs: 30_000 };
const START = new Date('2026-11-26T00:00:00Z');
const at = (ms: number) => new Date(START.getTime() + ms);
const observe = (before: AccountHealth | undefined, ms: number, requestCount: number, failureCount: number) =>
  observeHealth(before, { observed: { requestCount, failureCount }, now: at(ms) }, SETTINGS);

test('an account is passed over from the threshold on, for the configured time', () => {
  expect(observe(undefined, 0, 10, 4).passedOverUntil).toBeNull();
  expect(observe(undefined, 0, 10, 5).passedOverUntil).toEqual(at(30_000));
});

test('few requests never pass an account over', () => {
  expect(observe(undefined, 0, 9, 9).passedOverUntil).toBeNull();
});

test('requests of several reports add up', () => {
  const first = observe(undefined, 0, 6, 6);
  expect(observe(first, 1_000, 6, 6).passedOverUntil).toEqual(at(31_000));
});

test('old failures no longer count', () => {
  const first = observe(undefined, 0, 9, 9);
  expect(observe(first, 600_000, 9, 9).passedOverUntil).toBeNull();
});

test('failures of a passed-over account do not prolong its pause, and after it new requests decide', () => {
  const open = observe(undefined, 0, 10, 10);
  const later = observe(open, 20_000, 100, 100);
  expect(later.passedOverUntil).toEqual(at(30_000));
  expect(observe(later, 31_000, 9, 9).passedOverUntil).toEqual(at(30_000));
  expect(observe(later, 31_000, 10, 10).passedOverUntil).toEqual(at(61_000));
});

test('counts stay consistent for any sequence of reports, and successes never pass an account over', () => {
  const report = fc.record({
    ms: fc.nat(100_000),
    requestCount: fc.nat(50),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(report), fc.boolean(), (reports, fails) => {
      let health: AccountHealth | undefined;
      let ms = 0;
      for (const each of reports) {
        ms += each.ms;
        health = observe(health, ms, each.requestCount, fails ? Math.floor(each.share * each.requestCount) : 0);
        expect(health.failureCount).toBeLessThanOrEqual(health.requestCount + 1e-9);
        expect(health.requestCount).toBeGreaterThanOrEqual(0);
        if (!fails) expect(health.passedOverUntil).toBeNull();
      }
    }),
  );
});
