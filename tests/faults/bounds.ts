import { setTimeout as sleep } from 'node:timers/promises';

/** Limits of experiments, of starting a platform, and of a whole run. */

/** For building, starting a platform, and opening accounts. */
export const START_LIMIT_MS = 300_000;
/** For an experiment besides its faults, until all operations have ended and are checked. */
const REST_LIMIT_MS = { whole: 420_000, short: 180_000 } as const;
/** The usual duration of an experiment besides its faults. */
const USUAL_REST_MS = 90_000;
const SHORT_RUN_LIMIT_MS = 600_000;

/** The limit of an experiment with this duration of faults. */
export function getLimit(durationMs: number, { isShort }: { isShort: boolean }): number {
  return durationMs + (isShort ? REST_LIMIT_MS.short : REST_LIMIT_MS.whole);
}

/** The limit of a run; experiments beyond it have failed. */
export function getRunLimit(durationsMs: readonly number[], { isShort }: { isShort: boolean }): number {
  if (isShort) return SHORT_RUN_LIMIT_MS;
  return durationsMs.reduce((sum, each) => sum + each + USUAL_REST_MS, REST_LIMIT_MS.whole);
}

/** @returns the result; undefined beyond the limit, when the work continues unobserved */
export async function within<Result>(limitMs: number, work: Promise<Result>): Promise<Result | undefined> {
  const isOver = new AbortController();
  const end = sleep(Math.max(0, limitMs), undefined, { signal: isOver.signal }).catch(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, end]);
  } finally {
    isOver.abort();
  }
}
