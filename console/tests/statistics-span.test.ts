import { fillGroups, getSpan } from '../page/screens/today/span';

const NOW = Date.parse('2026-11-25T10:20:00Z');
const counts = { attempts: 3, approved: 2, declined: 1, volume: [] };

test('the span of a day has 24 hours, and one busy hour stands among the empty ones', () => {
  const span = getSpan('day', NOW);
  expect(span).toEqual({ from: '2026-11-24T11:00:00.000Z', to: '2026-11-25T11:00:00.000Z' });
  const filled = fillGroups([{ key: '2026-11-25T09:00:00Z', ...counts, weekAgo: counts }], 'day', span);
  expect(filled).toHaveLength(24);
  expect(filled.flatMap(({ attempts }, place) => (attempts > 0 ? [place] : []))).toEqual([22]);
});

test('the span of a month begins 27 full days before today and has a group a day', () => {
  const span = getSpan('month', NOW);
  expect(span).toEqual({ from: '2026-10-29T00:00:00.000Z', to: '2026-11-25T11:00:00.000Z' });
  const filled = fillGroups([{ key: '2026-11-25', ...counts, weekAgo: counts }], 'month', span);
  expect(filled).toHaveLength(28);
  expect([filled[0]?.key, filled.at(-1)]).toEqual(['2026-10-29', { key: '2026-11-25', ...counts, weekAgo: counts }]);
  // At midnight the last day is the one that has ended.
  expect(getSpan('month', Date.parse('2026-11-25T00:00:00Z')).from).toBe('2026-10-28T00:00:00.000Z');
});
