import { readFileSync, writeFileSync } from 'node:fs';
import type { ExperimentOutcome } from './experiment';

/** When, where and with what a run was made. */
export interface Circumstances {
  date: string;
  revision: string;
  machine: string;
  /** One-minute load averages at the start and end of the run. */
  load: readonly [string, string];
  minutes: number;
  /** Whether every experiment was run. */
  isWhole: boolean;
}

/** The content of `tests/faults/results.json`: the last whole run and a summary of every published run. */
export interface Results {
  whole?: Omit<Circumstances, 'isWhole'> & { experiments: ReturnType<typeof getExperimentResults> };
  runs: ReturnType<typeof getRun>[];
}

export function publish(file: string, outcomes: readonly ExperimentOutcome[], given: Circumstances): void {
  const results = addRun(JSON.parse(readFileSync(file, 'utf8')) as Results, outcomes, given);
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}

export function addRun(results: Results, outcomes: readonly ExperimentOutcome[], given: Circumstances): Results {
  const { isWhole, ...circumstances } = given;
  return {
    ...results,
    ...(isWhole ? { whole: { ...circumstances, experiments: getExperimentResults(outcomes) } } : {}),
    runs: [...results.runs, getRun(outcomes, given)],
  };
}

function getExperimentResults(outcomes: readonly ExperimentOutcome[]) {
  const names = [...new Set(outcomes.map(({ name }) => name))];
  return names.map((name) => {
    const own = outcomes.filter((outcome) => outcome.name === name);
    const done = own.filter(({ obstacle }) => obstacle === undefined);
    const obstacle = own[0]?.obstacle;
    if (done.length === 0 && obstacle !== undefined) return { name, obstacle };
    const [api, worker] = (['api', 'worker'] as const).map((process) =>
      done.flatMap(({ recoveriesMs }) => recoveriesMs[process]),
    );
    const slowestRecoveryMs = {
      ...(api?.length ? { api: Math.max(...api) } : {}),
      ...(worker?.length ? { worker: Math.max(...worker) } : {}),
    };
    return { name, ...count(done), slowestRecoveryMs, notes: [...new Set(done.flatMap(({ notes }) => notes))] };
  });
}

function getRun(outcomes: readonly ExperimentOutcome[], { date, revision, isWhole, minutes }: Circumstances) {
  const done = outcomes.filter(({ obstacle }) => obstacle === undefined);
  const seeds = done.map(({ seed }) => seed);
  return {
    date,
    revision,
    experiments: isWhole ? 'all' : [...new Set(done.map(({ name }) => name))].join(', '),
    seeds: [Math.min(...seeds), Math.max(...seeds)],
    minutes,
    ...count(done),
    kills: count(done.filter(({ name }) => name.startsWith('kill-'))).faults,
  };
}

function count(outcomes: readonly ExperimentOutcome[]) {
  const sum = (read: (outcome: ExperimentOutcome) => number): number =>
    outcomes.reduce((total, outcome) => total + read(outcome), 0);
  return {
    operations: sum(({ operations }) => operations),
    faults: sum(({ faults }) => faults),
    violations: sum(({ violations }) => violations.length),
  };
}
