import { findRunProblem } from './run-problem';

const NOW = new Date('2026-11-27T12:00:00Z');
const aRun = (fields: { ageMs?: number; taskAttempt?: number } = {}) => ({
  startedAt: new Date(NOW.getTime() - (fields.ageMs ?? 600_000)),
  taskAttempt: fields.taskAttempt,
});
const find = (run: ReturnType<typeof aRun> | undefined, isOverdue = false) =>
  findRunProblem(run, { isOverdue, now: NOW });

test('an open entity without a run needs one', () => {
  expect(find(undefined)).toBe('missing');
});

test('a run whose task was attempted five times fails', () => {
  expect([4, 5, 90].map((taskAttempt) => find(aRun({ taskAttempt })))).toEqual([undefined, 'taskFails', 'taskFails']);
});

test('a run without a task stands still when its entity is overdue', () => {
  expect([find(aRun()), find(aRun(), true)]).toEqual([undefined, 'overdue']);
});

test('a run is not overdue while its task waits for a worker', () => {
  expect(find(aRun({ taskAttempt: 1 }), true)).toBeUndefined();
});

test('a new run has three minutes for an overdue entity', () => {
  expect([170_000, 190_000].map((ageMs) => find(aRun({ ageMs }), true))).toEqual([undefined, 'overdue']);
});
