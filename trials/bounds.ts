import { setTimeout as sleep } from 'node:timers/promises';

/* Every wait has an end: an experiment, the platform that it needs, and the whole run. */

/** Building what is not built yet, starting a platform, and opening the accounts of its clients. */
export const START_LIMIT_MS = 300_000;
/** What an experiment may take beside its faults, until all that was begun has ended and has been looked at. */
const REST_LIMIT_MS = { whole: 420_000, short: 180_000 } as const;
/** What stands for a run that goes well: of each experiment, beside its faults. */
const USUAL_REST_MS = 90_000;
const SHORT_RUN_LIMIT_MS = 600_000;

/** How long an experiment may take whose faults go on for so long. */
export function getLimit(durationMs: number, { isShort }: { isShort: boolean }): number {
  return durationMs + (isShort ? REST_LIMIT_MS.short : REST_LIMIT_MS.whole);
}

/** How long a run may take whose experiments have these faults; what is left then has failed. */
export function limitOfRun(durationsMs: readonly number[], { isShort }: { isShort: boolean }): number {
  if (isShort) return SHORT_RUN_LIMIT_MS;
  return durationsMs.reduce((sum, each) => sum + each + USUAL_REST_MS, REST_LIMIT_MS.whole);
}

/** @returns what the work brings; undefined where it takes longer: it goes on then, and nobody waits for it */
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
