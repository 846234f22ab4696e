import { setTimeout as sleep } from 'node:timers/promises';
import { readTail, type Child } from '../services/child';
import type { Say } from '../services/folders';
import { hasFallenSilent, STANDARD_INTERVALS, type WatchIntervals, type Probe } from './watchdog';

/** A supervised process: `start` resolves when it is ready; `isAlive` is probed afterwards. */
export type Part = { name: string; start: () => Promise<Child>; isAlive?: Probe };

type Kept = { name: string; child?: Child };

/** The pause before a restart doubles after each failed start. */
export interface RestartPauses {
  firstMs: number;
  longestMs: number;
  /** A process that ran this long resets the pause. */
  steadyAfterMs: number;
}

const STANDARD_PAUSES: RestartPauses = { firstMs: 100, longestMs: 30_000, steadyAfterMs: 2_000 };

/** Restarts processes that end or hang, and stops all in the reverse order of their start. */
export class Supervisor {
  /** In start order; `child` is undefined until the part is ready for the first time. */
  private readonly parts: Kept[] = [];
  private isStopping = false;
  private watchParts: () => void = () => undefined;
  /** Until all parts are ready for the first time they compete for the processors, and a silent one is not killed. */
  private readonly isWatching = new Promise<void>((resolve) => (this.watchParts = resolve));

  constructor(
    private readonly say: Say,
    private readonly intervals: WatchIntervals = STANDARD_INTERVALS,
    private readonly pauses: RestartPauses = STANDARD_PAUSES,
  ) {}

  /** Starts parts concurrently and supervises them. */
  async start(...parts: Part[]): Promise<void> {
    const kept = parts.map(({ name }): Kept => ({ name }));
    this.parts.push(...kept);
    const started = await Promise.allSettled(parts.map((part, index) => this.startOne(part, kept[index] as Kept)));
    for (const result of started) if (result.status === 'rejected') throw result.reason;
  }

  /** Kills and restarts parts that are silent from now on. */
  watchSilence(): void {
    this.watchParts();
  }

  /** Stops all parts gracefully, the last started first. */
  async stop(): Promise<void> {
    this.isStopping = true;
    for (const { name, child } of [...this.parts].reverse()) {
      if (!child?.isRunning()) continue;
      this.say(`  stopping ${name}`);
      await child.stop();
    }
  }

  /** Kills all parts; every step is durable before it is acknowledged. */
  async kill(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.parts.map(async ({ child }) => child?.kill()));
  }

  private async startOne(part: Part, kept: Kept): Promise<void> {
    kept.child = await part.start();
    if (this.isStopping) return kept.child.stop();
    void this.keepRunning(part, kept, kept.child);
  }

  private async keepRunning(part: Part, kept: Kept, first: Child): Promise<void> {
    let pauseMs = this.pauses.firstMs;
    for (let child: Child | undefined = first; child !== undefined; child = kept.child) {
      const since = Date.now();
      void this.watch(part, child);
      const how = await child.ended;
      if (this.isStopping) return;
      pauseMs = Date.now() - since >= this.pauses.steadyAfterMs ? this.pauses.firstMs : pauseMs;
      this.say(`${part.name} ${how}; starting it again in ${pauseMs / 1000} s. Its log (${child.logFile}) ends:`);
      this.say(readTail(child.logFile, 3));
      pauseMs = await this.startAgain(part, kept, pauseMs);
    }
  }

  /** SIGKILL is the only signal that a stopped or looping process obeys; its state is in the database. */
  private async watch({ name, isAlive }: Part, child: Child): Promise<void> {
    if (!isAlive) return;
    await this.isWatching;
    const isOver = (): boolean => this.isStopping || !child.isRunning();
    if (!(await hasFallenSilent(isAlive, isOver, this.intervals))) return;
    this.say(`${name} is running but has not answered for ${this.intervals.silenceMs / 1000} s; killing it`);
    await child.kill();
  }

  private async startAgain(part: Part, kept: Kept, firstMs: number): Promise<number> {
    for (let pauseMs = firstMs; ; pauseMs = this.longer(pauseMs)) {
      await sleep(pauseMs);
      if (this.isStopping) return pauseMs;
      try {
        kept.child = await part.start();
        if (this.isStopping) await kept.child.stop();
        else this.say(`${part.name} is running again`);
        return this.longer(pauseMs);
      } catch (error) {
        this.say(`${part.name} did not start: ${(error as Error).message}`);
      }
    }
  }

  private longer(pauseMs: number): number {
    return Math.min(pauseMs * 2, this.pauses.longestMs);
  }
}
