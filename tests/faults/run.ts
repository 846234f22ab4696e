import { setTimeout as sleep } from 'node:timers/promises';
import { within } from './bounds';
import { ledgerFaults } from '../harness/factories/payment';
import { check } from './checker/checker';
import type { CheckerViolation } from './checker/evidence';
import type { Experiment, ExperimentOutcome, Scene } from './experiment';
import { ENDS } from './journal';
import { ExperimentLoad } from './load/load';
import { Random } from '../harness/random';
import { settle } from './settle';
import { watchLives } from './watch';
import type { OwnWorld } from './world';

export interface Running {
  seed: number;
  /** The duration of faults. */
  durationMs: number;
  /** The limit of the whole experiment. */
  limitMs: number;
}

/** Runs one experiment: load, faults at random moments, settling, and checks. */
export async function runExperiment(
  experiment: Experiment,
  world: OwnWorld,
  running: Running,
): Promise<ExperimentOutcome> {
  const { name, title } = experiment;
  const { journal } = world;
  const before = { operations: journal.operations, complaints: journal.complaints.length };
  const random = new Random(running.seed).of(name);
  const scene = { world, random: random.of('faults') };
  const tally = new Tally(scene, running.durationMs);
  const load = () => new ExperimentLoad(world, experiment.load, name, random);
  const found = await within(running.limitMs, liveThrough(experiment, load, tally.scene));
  const violations = [
    ...tally.violations,
    ...journal.complaints
      .slice(before.complaints)
      .map((text): CheckerViolation => ({ rule: ENDS, where: name, found: text })),
    ...(found ?? [{ rule: ENDS, where: name, found: `it had not ended within ${seconds(running.limitMs)}` }]),
  ].filter((violation) => world.isNews(violation));
  const { faults, recoveriesMs, notes } = tally;
  const done = { operations: journal.operations - before.operations, faults };
  const idle = found ? checkActivity(name, done) : [];
  const outcome = {
    name,
    title,
    seed: running.seed,
    ...done,
    recoveriesMs,
    notes,
    violations: [...violations, ...idle],
  };
  return found ? outcome : { ...outcome, isCutOff: true };
}

async function liveThrough(
  experiment: Experiment,
  startLoad: () => ExperimentLoad,
  scene: Scene,
): Promise<CheckerViolation[]> {
  const { name } = experiment;
  const { world } = scene;
  const unwatch = watchLives(world);
  try {
    const load = startLoad();
    const failure = await experiment.fault(scene).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error)),
    );
    await load.stop();
    const unrest = await settle(world);
    const unended = [unrest, failure].filter((text) => text !== undefined);
    return [
      ...unended.map((found): CheckerViolation => ({ rule: ENDS, where: name, found })),
      ...(await unwatch()),
      ...(await world.examine(check)),
      ...(await ledgerFaults(world.situation.databaseUrl)),
    ];
  } finally {
    await unwatch();
  }
}

/** An experiment without faults or calls proves nothing. */
export function checkActivity(
  where: string,
  { operations, faults }: Pick<ExperimentOutcome, 'operations' | 'faults'>,
): CheckerViolation[] {
  const rule = 'an experiment does something';
  return Object.entries({ operations, faults })
    .filter(([, count]) => count === 0)
    .map(([what]) => ({ rule, where, found: `no ${what}` }));
}

const seconds = (ms: number): string => `${Math.round(ms / 1_000)} s`;

/** Collects the reports of a fault. */
class Tally {
  faults = 0;
  readonly recoveriesMs = { api: [] as number[], worker: [] as number[] };
  readonly violations: CheckerViolation[] = [];
  readonly notes: string[] = [];
  readonly scene: Scene;

  constructor(given: Pick<Scene, 'world' | 'random'>, durationMs: number) {
    const end = performance.now() + durationMs;
    this.scene = {
      ...given,
      isOver: () => performance.now() >= end,
      pause: (ms) => sleep(Math.max(0, Math.min(ms, end - performance.now()))),
      count: (faults = 1) => void (this.faults += faults),
      recovered: (what, ms) => void this.recoveriesMs[what].push(ms),
      accuse: (violation) => void this.violations.push(violation),
      note: (text) => void this.notes.push(text),
    };
  }
}
