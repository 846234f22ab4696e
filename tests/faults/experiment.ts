import type { CheckerViolation } from './checker/evidence';
import type { Mix } from './load/load';
import type { Random } from '../harness/random';
import type { OwnWorld } from './world';

/** The context of a fault. */
export interface Scene {
  world: OwnWorld;
  random: Random;
  isOver(): boolean;
  /** Waits until the end at most. */
  pause(ms: number): Promise<void>;
  /** Counts injected faults. */
  count(faults?: number): void;
  /** Records a recovery time. */
  recovered(what: 'api' | 'worker', ms: number): void;
  /** Records a violation that the experiment itself has found. */
  accuse(violation: CheckerViolation): void;
  /** Adds a note to the table. */
  note(text: string): void;
}

export interface Experiment {
  name: string;
  title: string;
  load: Mix;
  /** Duration of faults in a whole and in a short run; without `short` it is not part of the latter. */
  seconds: { whole: number; short?: number };
  /** Why this machine cannot run it, if so. */
  obstacle?: () => string | undefined;
  /** Starts a platform of its own, if it cannot share one. */
  ownWorld?: (random: Random) => Promise<OwnWorld>;
  /** Whether it breaks the network and needs a network namespace. */
  isIsolated?: boolean;
  /** Injects faults until the time is over, and repairs everything. */
  fault(scene: Scene): Promise<void>;
}

/** Builds experiments with the same load. */
export function under(load: Mix) {
  return (given: Pick<Experiment, 'name' | 'title' | 'seconds'>, fault: Experiment['fault']): Experiment => ({
    ...given,
    load,
    fault,
  });
}

/** Repeats work after random pauses until the time is over. */
export async function repeatedly(
  scene: Scene,
  [least, most]: readonly [number, number],
  work: () => Promise<unknown>,
): Promise<void> {
  while (!scene.isOver()) {
    await scene.pause(scene.random.int(least, most));
    await work();
  }
}

/** The result of an experiment. */
export interface ExperimentOutcome {
  name: string;
  title: string;
  seed: number;
  operations: number;
  faults: number;
  violations: readonly CheckerViolation[];
  recoveriesMs: { api: readonly number[]; worker: readonly number[] };
  notes: readonly string[];
  obstacle?: string;
  /** It was aborted, and its platform cannot be reused. */
  isCutOff?: true;
}

/** The result of an experiment that did not run to its end. */
export function outcomeWithout(
  given: Pick<ExperimentOutcome, 'name' | 'title' | 'seed'>,
  why: { obstacle: string } | { violation: Omit<CheckerViolation, 'where'> },
): ExperimentOutcome {
  const nothing = { operations: 0, faults: 0, recoveriesMs: { api: [], worker: [] }, notes: [] };
  if ('obstacle' in why) return { ...given, ...nothing, violations: [], obstacle: why.obstacle };
  return { ...given, ...nothing, violations: [{ where: given.name, ...why.violation }] };
}
