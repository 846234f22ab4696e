import { formatDuration, compareWithBounds, type CheckResult } from './finding';

/** Deadlines, holds and leases are compared between clocks: seconds are noticed, half a minute ends holds early. */
const SKEW_SECONDS = { warning: 2, failure: 30 };

/** By how much a clock is ahead of ours at least, in milliseconds: what the way to it could explain is not counted. */
export async function measureSkew(read: () => Promise<number>, { resolutionMs = 0 } = {}): Promise<number> {
  const before = Date.now();
  const theirs = await read();
  const after = Date.now();
  if (theirs > after) return theirs - after;
  return Math.min(0, theirs + resolutionMs - before);
}

/** What a difference of clocks means. */
export function skewFinding(whose: string, skewMs: number): CheckResult {
  const seconds = Math.abs(skewMs) / 1_000;
  const found =
    seconds < 1
      ? 'goes with the clock of this machine'
      : `${whose} is ${formatDuration(seconds)} ${skewMs > 0 ? 'ahead of' : 'behind'} this machine`;
  const status = compareWithBounds(seconds, SKEW_SECONDS);
  if (status === 'ok') return { status, found };
  return {
    status,
    found,
    remedy: 'have every machine take its time from one source (NTP, chrony); holds and deadlines go by it',
  };
}
