import { setTimeout as sleep } from 'node:timers/promises';

/** How often a process is asked for a sign of life, and how long it may give none. */
export interface WatchIntervals {
  everyMs: number;
  silenceMs: number;
}

/** Longer than the longest pause of a process on a machine that does too much. */
export const STANDARD_INTERVALS: WatchIntervals = { everyMs: 2_000, silenceMs: 20_000 };

/** Asks for a sign of life, for no longer than the limit. */
export type Probe = (limitMs: number) => Promise<boolean>;

/**
 * Asks for signs of life until there was none for too long. A pause of our own (a sleeping laptop, a machine that had no
 * time for us) is not the other's silence.
 * @param isOver ends the watch
 * @returns whether it fell silent
 */
export async function hasFallenSilent(
  probe: Probe,
  isOver: () => boolean,
  { everyMs, silenceMs }: WatchIntervals,
): Promise<boolean> {
  for (let silentMs = 0; silentMs < silenceMs;) {
    const beganMs = performance.now();
    await sleep(everyMs, undefined, { ref: false });
    if (isOver()) return false;
    const hasAnswered = await probe(everyMs).catch(() => false);
    silentMs = hasAnswered ? 0 : silentMs + Math.min(performance.now() - beganMs, 2 * everyMs);
  }
  return !isOver();
}

/** Whether anything is answered at an address, whatever it says. */
export async function answersHttp(url: string, limitMs: number): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(limitMs) });
    await answer.arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
