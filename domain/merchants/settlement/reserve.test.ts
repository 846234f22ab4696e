import { listDueHolds, planHoldAfterEnd, planHolds, type ReserveHold } from './reserve';
import type { ReserveTerms } from './settlement-terms';

const basis = (reserve: ReserveTerms, untilDay: string, endsOn: string | null = null) => ({
  ...{ rules: { reserve }, currency: 'RUB', untilDay, endsOn },
});
const fixed = (amountMinor: bigint): ReserveHold => ({ kind: 'fixed', amountMinor, releaseOn: null });
const rolling = (amountMinor: bigint, releaseOn: string): ReserveHold => ({ kind: 'rolling', amountMinor, releaseOn });

const TENTH = { rolling: { basisPoints: 1_000, days: 30 } };
const KEPT = { fixedAmounts: [{ currency: 'RUB', amount: 500 }] };
const AFTER_END = { ...KEPT, afterEnd: { basisPoints: 5_000, days: 90 } };

test.each([
  ['a share of what was captured', TENTH, 1_009n, 5_000n, [], [rolling(100n, '2026-03-31')]],
  ['no more than is free', TENTH, 1_000n, 7n, [], [rolling(7n, '2026-03-31')]],
  ['nothing of nothing', TENTH, 0n, 5_000n, [], []],
  ['what is missing of the fixed amount', KEPT, 0n, 5_000n, [fixed(120n)], [fixed(380n)]],
  ['no more of the fixed amount than is free', KEPT, 0n, 9n, [], [fixed(9n)]],
  ['the share first', { ...TENTH, ...KEPT }, 1_000n, 150n, [], [rolling(100n, '2026-03-31'), fixed(50n)]],
  ['nothing of another currency', { fixedAmounts: [{ currency: 'USD', amount: 5 }] }, 0n, 10n, [], []],
])('a batch holds %s', (_, terms, capturedMinor, freeMinor, held, expected) => {
  expect(planHolds(basis(terms, '2026-03-01'), { capturedMinor, freeMinor, held })).toEqual(expected);
});

test('a hold is due on its day, and what is fixed when the terms say less or the contract has ended', () => {
  const held = [rolling(1n, '2026-03-01'), rolling(2n, '2026-03-02'), fixed(300n), fixed(200n)];
  const due = (...given: Parameters<typeof basis>): ReserveHold[] => listDueHolds(basis(...given), held);
  expect(due(KEPT, '2026-03-01')).toEqual([held[0]]);
  expect(due(KEPT, '2026-03-05')).toEqual([held[0], held[1]]);
  expect(due({ fixedAmounts: [{ currency: 'RUB', amount: 499 }] }, '2026-02-01')).toEqual([held[2], held[3]]);
  expect(due(KEPT, '2026-02-01', '2026-02-02')).toEqual([]);
  expect(due(KEPT, '2026-02-02', '2026-02-02')).toEqual([held[2], held[3]]);
  expect(due(AFTER_END, '2026-02-28', '2026-02-02')).toEqual([]);
  expect(due(AFTER_END, '2026-05-03', '2026-02-02')).toEqual(held);
});

test.each([
  ['before the end', '2026-02-01', undefined],
  ['on the day of the end', '2026-02-02', 50n],
  ['on the last day', '2026-05-02', 50n],
  ['after the days', '2026-05-03', undefined],
])('the share that stays after the end of the contract: %s', (_, untilDay, amountMinor) => {
  const hold = planHoldAfterEnd(basis(AFTER_END, untilDay, '2026-02-02'), 101n);
  expect(hold).toEqual(amountMinor && { kind: 'afterEnd', amountMinor, releaseOn: '2026-05-03' });
  expect(planHoldAfterEnd(basis(AFTER_END, untilDay), 101n)).toBeUndefined();
});
