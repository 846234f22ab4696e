import type { Violation } from './checker/evidence';
import type { Mix } from './load/load';
import type { Random } from './random';
import type { OwnWorld } from './world';

/** What a fault works with until its time is over. */
export interface Scene {
  world: OwnWorld;
  random: Random;
  isOver(): boolean;
  /** Waits, but not beyond the end. */
  pause(ms: number): Promise<void>;
  /** Counts a fault that was done. */
  count(faults?: number): void;
  /** Notes how long something was away. */
  recovered(what: 'api' | 'worker', ms: number): void;
  /** A violation that the experiment itself has seen, beside what the checker will find. */
  accuse(violation: Violation): void;
  /** Anything that the table should say. */
  note(text: string): void;
}

/** One way to try to break the promise. */
export interface Experiment {
  name: string;
  title: string;
  load: Mix;
  /** How long faults go on, in the whole run and in the short one; absent there: it is not part of it. */
  seconds: { whole: number; short?: number };
  /** Why it cannot be done on this machine; undefined where it can. */
  obstacle?: () => string | undefined;
  /** Whether it needs a platform of its own, started as it says, instead of the one that the others share. */
  ownWorld?: (random: Random) => Promise<OwnWorld>;
  /** Whether it breaks the network of the machine: it then lives in a namespace of its own. */
  isIsolated?: boolean;
  /** Does its faults until the time is over, and leaves nothing broken. */
  fault(scene: Scene): Promise<void>;
}

/** Makes experiments that go on under the same load. */
export function under(load: Mix) {
  return (given: Pick<Experiment, 'name' | 'title' | 'seconds'>, fault: Experiment['fault']): Experiment => ({
    ...given,
    load,
    fault,
  });
}

/** What came of an experiment. */
export interface Outcome {
  name: string;
  title: string;
  seed: number;
  operations: number;
  faults: number;
  violations: readonly Violation[];
  recoveriesMs: { api: readonly number[]; worker: readonly number[] };
  notes: readonly string[];
  /** Why it was not done. */
  obstacle?: string;
  /** It was cut off, and its platform cannot be used again. */
  isCutOff?: true;
}

/** Of an experiment that was not done, or not to its end. */
export function outcomeWithout(
  given: Pick<Outcome, 'name' | 'title' | 'seed'>,
  why: { obstacle: string } | { violation: Omit<Violation, 'where'> },
): Outcome {
  const nothing = { operations: 0, faults: 0, recoveriesMs: { api: [], worker: [] }, notes: [] };
  if ('obstacle' in why) return { ...given, ...nothing, violations: [], obstacle: why.obstacle };
  return { ...given, ...nothing, violations: [{ where: given.name, ...why.violation }] };
}
