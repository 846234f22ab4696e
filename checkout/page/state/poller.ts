import { pause, rest } from '../api/pause';
import type { Stage } from './view';

const MAX_POLL_INTERVAL_MS = 30_000;
/** Nobody who waits for an outcome is left without a look for longer, whoever in between asks for it; and timers end at 24 days. */
const MAX_BACK_OFF_MS = 600_000;
/** Where nothing has come for long, the next look waits for this part of the time since. */
const PART = 1 / 20;

/**
 * When the page looks at the events again: the more seldom the longer nothing has come, at once where somebody is there again or
 * something has begun, and not at all while nobody sees the page or the platform wants to be left alone.
 */
export class Poller {
  private quietSinceMs = performance.now();
  private heldOffUntilMs = 0;
  private cut = new AbortController();

  constructor() {
    addEventListener('pageshow', () => this.pollSoon());
    document.addEventListener('visibilitychange', () => document.hidden || this.pollSoon());
  }

  /** The next look is worth taking now. */
  pollSoon(): void {
    this.noteNews();
    this.cut.abort();
  }

  noteNews(): void {
    this.quietSinceMs = performance.now();
  }

  /** The platform wants no look for so long. */
  backOff(ms: number): void {
    this.heldOffUntilMs = performance.now() + Math.min(ms, MAX_BACK_OFF_MS);
  }

  get areHeldOff(): boolean {
    return performance.now() < this.heldOffUntilMs;
  }

  /** Waits until the next look. */
  async next(stage: Stage): Promise<void> {
    this.cut = new AbortController();
    const quietMs = performance.now() - this.quietSinceMs;
    await pause(Math.min(MAX_POLL_INTERVAL_MS, Math.max(shortestMs(stage), quietMs * PART)), this.cut.signal);
    while (this.areHeldOff || document.hidden) {
      await rest(this.heldOffUntilMs - performance.now());
      if (document.hidden) await untilShown();
    }
  }
}

function shortestMs(stage: Stage): number {
  if (stage.name === 'choosing') return 10_000;
  return stage.name === 'waiting' && !stage.isSlow ? 700 : 2_000;
}

function untilShown(): Promise<void> {
  return new Promise((resolve) => document.addEventListener('visibilitychange', () => resolve(), { once: true }));
}
