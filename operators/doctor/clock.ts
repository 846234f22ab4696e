import { formatDuration, compareWithBounds, type CheckResult } from './finding';

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
export function rateSkew(subject: string, skewMs: number): CheckResult {
  const seconds = Math.abs(skewMs) / 1_000;
  const found =
    seconds < 1
      ? 'agrees with the clock of this machine'
      : `${subject} is ${formatDuration(seconds)} ${skewMs > 0 ? 'ahead of' : 'behind'} this machine`;
  const status = compareWithBounds(seconds, SKEW_SECONDS);
  if (status === 'ok') return { status, found };
  return {
    status,
    found,
    remedy: 'synchronise all machines with one source (NTP, chrony); holds and deadlines depend on it',
  };
}
