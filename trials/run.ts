import { setTimeout as sleep } from 'node:timers/promises';
import { check } from './checker/checker';
import type { Violation } from './checker/evidence';
import type { Experiment, Outcome, Scene } from './experiment';
import { Load } from './load/load';
import { settle } from './settle';
import type { OwnWorld } from './world';

export interface Running {
  seed: string;
  durationMs: number;
}

/** Lives through one experiment: load, faults at random moments, rest, and a look at all that is left behind. */
export async function runExperiment(experiment: Experiment, world: OwnWorld, running: Running): Promise<Outcome> {
  const { name, title } = experiment;
  const { journal } = world;
  const before = { operations: journal.operations, complaints: journal.complaints.length };
  const tally = new Tally(world, experiment, running.durationMs);
  const load = new Load(world, experiment.load, `${name}-${running.seed}-${Date.now().toString(36)}`);
  const failure = await experiment.fault(tally.scene).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
  await load.stop();
  const unrest = await settle(world);
  const complaints = [
    ...journal.complaints.slice(before.complaints),
    ...[unrest, failure].filter((text) => text !== undefined),
  ];
  const violations = [
    ...tally.violations,
    ...complaints.map((found): Violation => ({ rule: 'all that is begun comes to its end', where: name, found })),
    ...(await world.examine(check)),
  ].filter((violation) => world.isNews(violation));
  const operations = journal.operations - before.operations;
  const { faults, recoveriesMs, notes } = tally;
  return { name, title, seed: running.seed, operations, faults, violations, recoveriesMs, notes };
}

/** What a fault reports while it goes on. */
class Tally {
  faults = 0;
  readonly recoveriesMs = { api: [] as number[], worker: [] as number[] };
  readonly violations: Violation[] = [];
  readonly notes: string[] = [];
  readonly scene: Scene;

  constructor(world: OwnWorld, { name }: Experiment, durationMs: number) {
    const end = performance.now() + durationMs;
    this.scene = {
      world,
      random: world.random.of(`${name}/faults`),
      isOver: () => performance.now() >= end,
      pause: (ms) => sleep(Math.max(0, Math.min(ms, end - performance.now()))),
      count: (faults = 1) => void (this.faults += faults),
      recovered: (what, ms) => void this.recoveriesMs[what].push(ms),
      accuse: (violation) => void this.violations.push(violation),
      note: (text) => void this.notes.push(text),
    };
  }
}
