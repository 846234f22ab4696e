import { compareWithBounds, type CheckResult } from './finding';

/** Clock skew matters to deadlines, holds and leases; half a minute ends holds early. */
const SKEW_SECONDS = { warning: 2, failure: 30 };

/** Measures the minimum clock skew in milliseconds; latency is not counted. */
export async function measureSkew(read: () => Promise<number>, { resolutionMs = 0 } = {}): Promise<number> {
  const before = Date.now();
  const theirs = await read();
  const after = Date.now();
  if (theirs > after) return theirs - after;
  return Math.min(0, theirs + resolutionMs - before);
}

/** Rates a clock skew. */
export function rateSkew(name: 'PostgreSQL' | 'API', skewMs: number): CheckResult {
  const seconds = skewMs / 1_000;
  return { status: compareWithBounds(Math.abs(seconds), SKEW_SECONDS), fact: { kind: 'clockSkew', name, seconds } };
}
