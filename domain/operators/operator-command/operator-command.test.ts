import { findCoveringLimit, type OperatorLimit } from './operator-command';

const limit = (commandLimitMinor: bigint, dailyLimitMinor: bigint): OperatorLimit => ({
  ...{ role: 'support', currency: 'RUB', commandLimitMinor, dailyLimitMinor },
});
const covers = (limits: readonly OperatorLimit[], amountMinor: bigint, spentMinor: bigint) =>
  findCoveringLimit(limits, { amountMinor, spentMinor });

test('a limit covers a command up to its own end and that of the day', () => {
  const limits = [limit(100n, 150n)];
  expect(covers(limits, 100n, 50n)).toBe(limits[0]);
  expect(covers(limits, 101n, 0n)).toBeUndefined();
  expect(covers(limits, 100n, 51n)).toBeUndefined();
});

test('the first of several roles that covers it counts, and without a limit a command needs approval', () => {
  const limits = [limit(10n, 10n), limit(100n, 100n), limit(1_000n, 1_000n)];
  expect(covers(limits, 50n, 0n)).toBe(limits[1]);
  expect(covers([], 1n, 0n)).toBeUndefined();
});
