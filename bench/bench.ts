import type { BenchHarness } from './harness';

/** One line of what a bench found, and what it was meant to reach. */
export interface Finding {
  name: string;
  /** With its unit. */
  found: string;
  aim?: { text: string; isReached: boolean };
}

/** One question of speed. `npm run bench` asks all that are not `isOnDemand`; `npm run bench -- NAME` asks one. */
export interface Bench {
  title: string;
  /** Takes minutes of its own, so it runs only when it is named. */
  isOnDemand?: boolean;
  run(harness: BenchHarness): Promise<Finding[]>;
}

/** A ratio to what bare parts do in the same rounds: 1 would be a platform that costs nothing. */
export function ratioFinding(ratio: number, aim: number): Finding {
  return {
    name: 'ratio to the floor',
    found: ratio.toFixed(2),
    aim: { text: `at least ${aim}`, isReached: ratio >= aim },
  };
}
