import { setTimeout as sleep } from 'node:timers/promises';
import { loadFactor } from '../services/start-limit';

/** The interval of probes, and the time without a successful one that counts as hung. */
export interface WatchIntervals {
  everyMs: number;
  silenceMs: number;
  /** How many times longer a silence may be at the moment. */
  factor: () => number;
}

/** Longer than any pause of a process on a busy machine. */
export const STANDARD_INTERVALS: WatchIntervals = { everyMs: 2_000, silenceMs: 20_000, factor: loadFactor };

/** Checks liveness within a time limit. */
export type Probe = (limitMs: number) => Promise<boolean>;

/**
 * Probes until none has succeeded for too long. A pause of this process itself (a sleeping laptop) does not count.
 * @param isOver ends the watch @returns whether the process hangs
 */
export async function hasFallenSilent(
  probe: Probe,
  isOver: () => boolean,
  { everyMs, silenceMs, factor }: WatchIntervals,
): Promise<boolean> {
  for (let silentMs = 0; silentMs < silenceMs * factor();) {
    const beganMs = performance.now();
    await sleep(everyMs, undefined, { ref: false });
    if (isOver()) return false;
    const hasAnswered = await probe(everyMs).catch(() => false);
    silentMs = hasAnswered ? 0 : silentMs + Math.min(performance.now() - beganMs, 2 * everyMs);
  }
  return !isOver();
}

/** Whether the address answers with any HTTP status. */
export async function answersHttp(url: string, limitMs: number): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(limitMs) });
    await answer.arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
