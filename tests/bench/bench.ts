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
  rounds?: number;
  /** Arrivals a second. */
  rate?: number;
  seconds?: number;
  seed?: number;
  /** What Temporal stores its histories in: SQLite by default, or PostgreSQL. */
  temporal?: string;
}

/** A benchmark. `npm run bench` runs all; `npm run bench -- NAME` runs one. */
export interface Bench {
  title: string;
  run(flags: BenchFlags): Promise<BenchResult[]>;
}
