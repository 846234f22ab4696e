import type { BenchHarness } from './harness';

/** A measured value of a bench, with its target. */
export interface BenchResult {
  name: string;
  /** Includes the unit. */
  found: string;
  /** The bench fails if a required aim is missed. */
  aim?: { text: string; isReached: boolean; isRequired?: boolean };
}

/** Options of the command line. */
export interface BenchFlags {
  kinds?: readonly string[];
  callers?: readonly number[];
  seconds?: number;
  seed?: number;
}

/** A benchmark. `npm run bench` runs all that are not `isOnDemand`; `npm run bench -- NAME` runs one. */
export interface Bench {
  title: string;
  /** Takes minutes, so it runs only by name. */
  isOnDemand?: boolean;
  run(harness: BenchHarness, flags: BenchFlags): Promise<BenchResult[]>;
}

/** The ratio to the floor in the same rounds; 1 means no overhead. */
export function ratioFinding(ratio: number, aim: number): BenchResult {
  return {
    name: 'ratio to the floor',
    found: ratio.toFixed(2),
    aim: { text: `at least ${aim}`, isReached: ratio >= aim },
  };
}
