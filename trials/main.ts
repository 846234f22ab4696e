import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../scripts/services/platform-process';
import { startServicesHost } from '../testing/run/services-host';
import type { Experiment, Outcome } from './experiment';
import { experiments } from './experiments';
import { Random } from './random';
import { isIsolated, runIsolated } from './isolated';
import { runExperiment, type Running } from './run';
import { publish, tableOf } from './table';
import { OwnWorld } from './world';

/** What the command line asks for. */
interface Wish {
  seeds: string[];
  isShort: boolean;
  chosen: readonly Experiment[];
  /** How the durations of experiments are stretched or shortened. */
  pace: number;
  isPublished: boolean;
  /** Where what came of it is written, for who has started this process. */
  outcomesFile: string | undefined;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function readWish(): Wish {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      seeds: { type: 'string', default: '1' },
      short: { type: 'boolean', default: false },
      only: { type: 'string' },
      minutes: { type: 'string' },
      publish: { type: 'boolean', default: false },
      outcomes: { type: 'string' },
    },
  });
  const names = values.only?.split(',') ?? [];
  const unknown = names.filter((name) => !experiments.some((each) => each.name === name));
  if (unknown.length > 0) {
    throw new Error(
      `There is no experiment ${unknown.join(', ')}. There are: ${experiments.map(({ name }) => name).join(', ')}`,
    );
  }
  const isShort = values.short;
  const part = experiments.filter(({ seconds }) => !isShort || seconds.short !== undefined);
  const chosen = names.length > 0 ? experiments.filter(({ name }) => names.includes(name)) : part;
  const planned = chosen.reduce((sum, each) => sum + secondsOf(each, isShort), 0);
  const pace = values.minutes === undefined ? 1 : (positive(values.minutes) * 60) / planned;
  const seeds = Array.from({ length: positive(values.seeds) }, (_, index) =>
    index === 0 ? values.seed : String(positive(values.seed) + index),
  );
  return { seeds, isShort, chosen, pace, isPublished: values.publish, outcomesFile: values.outcomes };
}

function positive(text: string): number {
  const number = Number(text);
  if (number > 0) return number;
  throw new Error(`${text} is no number above zero`);
}

function secondsOf({ seconds }: Experiment, isShort: boolean): number {
  return isShort ? (seconds.short ?? seconds.whole) : seconds.whole;
}

async function main(wish: Wish): Promise<number> {
  const began = performance.now();
  const loadBefore = loadOfMachine();
  const outcomes: Outcome[] = [];
  for (const seed of wish.seeds) {
    say(`Seed ${seed}`);
    outcomes.push(...(await withServices(() => runSeed(seed, wish))));
  }
  say(`\n${tableOf(outcomes)}`);
  if (wish.outcomesFile !== undefined) writeFileSync(wish.outcomesFile, JSON.stringify(outcomes));
  const violations = outcomes.flatMap((outcome) => outcome.violations);
  if (wish.isPublished) {
    publish(join(root, 'docs/trust.md'), outcomes, {
      date: new Date().toISOString().slice(0, 10),
      revision: revision(),
      machine: `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`,
      load: [loadBefore, loadOfMachine()],
      minutes: Math.round((performance.now() - began) / 60_000),
      seeds: wish.seeds,
    });
  }
  const failed = outcomes.filter((outcome) => outcome.violations.length > 0).length;
  const passed = outcomes.filter((outcome) => outcome.violations.length === 0 && outcome.obstacle === undefined).length;
  say(`\n${passed} passed, ${failed} failed`);
  return violations.length === 0 ? 0 : 1;
}

/** Experiments share a platform, so that each meets what those before have left behind; some need one of their own. */
async function runSeed(seed: string, wish: Wish): Promise<Outcome[]> {
  const random = new Random(seed);
  const outcomes: Outcome[] = [];
  let shared: OwnWorld | undefined;
  try {
    for (const experiment of wish.chosen) {
      const obstacle = experiment.obstacle?.();
      if (obstacle !== undefined) {
        outcomes.push({ ...NOTHING, name: experiment.name, title: experiment.title, seed, obstacle });
        say(`  ${experiment.name}: not possible here: ${obstacle}`);
        continue;
      }
      const durationMs = secondsOf(experiment, wish.isShort) * wish.pace * 1_000;
      const running = { seed, durationMs };
      const own = experiment.isIsolated && !isIsolated ? await runIsolated(experiment, running) : undefined;
      shared ??= own || experiment.ownWorld ? undefined : await OwnWorld.start(random);
      const outcome = own ?? (await runHere(experiment, running, { random, shared }));
      outcomes.push(outcome);
      report(outcome);
    }
  } finally {
    await shared?.stop();
  }
  return outcomes;
}

/** On the platform that all share, or on one of its own. */
async function runHere(
  experiment: Experiment,
  running: Running,
  { random, shared }: { random: Random; shared: OwnWorld | undefined },
): Promise<Outcome> {
  if (!experiment.ownWorld && shared) return runExperiment(experiment, shared, running);
  const own = random.of(experiment.name);
  const world = await (experiment.ownWorld?.(own) ?? OwnWorld.start(own));
  return runExperiment(experiment, world, running).finally(() => world.stop());
}

const NOTHING = { operations: 0, faults: 0, violations: [], recoveriesMs: { api: [], worker: [] }, notes: [] } as const;

function report({ name, operations, faults, violations }: Outcome): void {
  say(`  ${name}: ${operations} operations, ${faults} faults, ${violations.length} violations`);
  for (const { rule, where, found } of violations.slice(0, 20)) say(`    ${rule}: ${where}: ${found}`);
}

async function withServices<Result>(work: () => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-trials-'));
  const host = await startServicesHost(folder, { isDurable: true });
  Object.assign(process.env, { HOLDFAST_TEST_HOST: host.url, HOLDFAST_TEST_FOLDER: folder });
  try {
    return await work();
  } finally {
    await host.stop();
    if (process.env['HOLDFAST_TEST_KEEP'] === '1') say(`Kept ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

const loadOfMachine = (): string => (loadavg()[0] ?? 0).toFixed(1);

function revision(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}

Promise.resolve()
  .then(() => main(readWish()))
  .then(
    (code) => process.exit(code),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      process.stdout.write('\n0 passed, 1 failed\n');
      process.exit(1);
    },
  );
