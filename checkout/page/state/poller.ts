import { waitForNetwork, wait } from '../api/pause';
import type { Stage } from './view';

const MAX_POLL_INTERVAL_MS = 30_000;
/** Caps the wait, whatever the platform or a proxy asks for; timers overflow at 24 days. */
const MAX_BACK_OFF_MS = 600_000;
/** After a long silence the next poll waits for this part of it. */
const PART = 1 / 20;

/**
 * Schedules polls of the events: less often the longer nothing has happened, at once when the page is shown again or an
 * attempt begins, and not at all while the page is hidden or the platform asked to wait.
 */
export class Poller {
  private quietSinceMs = performance.now();
  private backOffUntilMs = 0;
  private abortWait = new AbortController();

  constructor() {
    addEventListener('pageshow', () => this.pollSoon());
    document.addEventListener('visibilitychange', () => document.hidden || this.pollSoon());
  }

  pollSoon(): void {
    this.noteNews();
    this.abortWait.abort();
  }

  noteNews(): void {
    this.quietSinceMs = performance.now();
  }

  backOff(ms: number): void {
    this.backOffUntilMs = performance.now() + Math.min(ms, MAX_BACK_OFF_MS);
  }

  get isBackedOff(): boolean {
    return performance.now() < this.backOffUntilMs;
  }

  async next(stage: Stage): Promise<void> {
    this.abortWait = new AbortController();
    const quietMs = performance.now() - this.quietSinceMs;
    await waitForNetwork(
      Math.min(MAX_POLL_INTERVAL_MS, Math.max(shortestMs(stage), quietMs * PART)),
      this.abortWait.signal,
    );
    while (this.isBackedOff || document.hidden) {
      await wait(this.backOffUntilMs - performance.now());
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
