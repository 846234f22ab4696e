import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/services/platform-process';
import type { ExperimentOutcome } from './experiment';
import { addRun, type Results } from './published-runs';

const outcome = (name: string, seed: number, more: Partial<ExperimentOutcome> = {}): ExperimentOutcome => ({
  name,
  title: name,
  seed,
  operations: 1_000,
  faults: 20,
  violations: [],
  recoveriesMs: { api: [], worker: [] },
  notes: [],
  ...more,
});

const given = (date: string, isWhole = true) => ({
  isWhole,
  date,
  revision: 'abc1234',
  machine: '2 cores',
  load: ['1', '1'] as const,
  minutes: 40,
});

const results: Results = JSON.parse(readFileSync(join(root, 'tests/faults/results.json'), 'utf8'));

test('a whole run replaces the last one and adds a summary', () => {
  const wrong = { rule: 'one effect', where: 'payment', found: 'two' };
  const outcomes = [
    outcome('kill-api', 1, { recoveriesMs: { api: [900, 1_100], worker: [] } }),
    outcome('races', 2, { violations: [wrong] }),
    outcome('netem', 3, { obstacle: 'no netem' }),
  ];
  const { whole, runs } = addRun(results, outcomes, given('2026-11-26'));
  const counts = { operations: 1_000, faults: 20 };
  expect(whole?.experiments).toEqual([
    { name: 'kill-api', ...counts, violations: 0, slowestRecoveryMs: { api: 1_100 }, notes: [] },
    { name: 'races', ...counts, violations: 1, slowestRecoveryMs: {}, notes: [] },
    { name: 'netem', obstacle: 'no netem' },
  ]);
  expect(runs.slice(0, -1)).toEqual(results.runs);
  expect(runs.at(-1)).toEqual({
    date: '2026-11-26',
    revision: 'abc1234',
    experiments: 'all',
    seeds: [1, 2],
    minutes: 40,
    operations: 2_000,
    faults: 40,
    kills: 20,
    violations: 1,
  });
});

test('a partial run keeps the last whole one', () => {
  const { whole, runs } = addRun(
    results,
    [outcome('kill-all', 33), outcome('kill-worker', 34)],
    given('2026-11-26', false),
  );
  expect(whole).toEqual(results.whole);
  expect(runs.at(-1)).toMatchObject({ experiments: 'kill-all, kill-worker', seeds: [33, 34], kills: 40 });
});
