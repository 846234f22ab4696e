/** A party has too many waiting tasks. */
export class QueueFull extends Error {}

interface Waiting {
  start: () => void;
}

export interface FairQueueLimits {
  concurrency: number;
  /** Unlimited by default. */
  concurrencyPerParty?: number;
  maxWaitingPerParty: number;
  /** Tasks start for so long before the event loop reads the network again; unlimited by default. */
  sliceMs?: number;
  /** Bounds the thread time of a party's costly tasks; unlimited by default. */
  thread?: { minCostlyMs: number; sharePerParty: number; burstMs: number };
}

/** Limits concurrency with fairness between parties: the party that has waited longest since its last turn is next. */
export class FairQueue {
  private readonly waiting = new Map<string, Waiting[]>();
  private readonly running = new Map<string, number>();
  private runningCount = 0;
  /** The time of the tasks that started since the event loop last read the network. */
  private spentMs = 0;
  /** When the thread time of a party's costly tasks is within its share again. */
  private readonly restedAt = new Map<string, number>();
  private readonly resting = new Set<string>();

  constructor(private readonly limits: FairQueueLimits) {}

  /** Runs `work` if the party need not wait, which costs less than `run`. @returns undefined if it has to wait */
  runNow<Result>(party: string, work: () => Promise<Result>): Promise<Result> | undefined {
    // While a slot is free, tasks wait only for the limit of their party.
    if (this.waiting.has(party) || !this.isSlotFree(party)) return undefined;
    this.begin(party);
    return this.measured(party, work).finally(() => this.end(party));
  }

  /**
   * Runs `work` when it is the party's turn.
   * @throws QueueFull if the party has too many waiting tasks; the signal's reason if it was aborted
   */
  async run<Result>(party: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    const own = this.waiting.get(party) ?? [];
    if (own.length >= this.limits.maxWaitingPerParty) throw new QueueFull();
    return new Promise<Result>((resolve, reject) => {
      const leave = (): void => {
        this.leave(party, waiting);
        reject(signal.reason as Error);
      };
      const waiting: Waiting = {
        start: () => {
          signal.removeEventListener('abort', leave);
          this.measured(party, work)
            .then(resolve, reject)
            .finally(() => this.end(party));
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      own.push(waiting);
      // A Map keeps insertion order, so its first party is next.
      this.waiting.set(party, own);
      this.startNext();
    });
  }

  /** Counts the time until `work` first waits. */
  private measured<Result>(party: string, work: () => Promise<Result>): Promise<Result> {
    if (this.limits.sliceMs === undefined) return work();
    if (this.spentMs === 0) setImmediate(() => this.nextSlice());
    const began = performance.now();
    const running = work();
    const now = performance.now();
    // A task counts even if the clock is too coarse for it.
    this.spentMs += Math.max(0.001, now - began);
    this.charge(party, now - began, now);
    return running;
  }

  /** After a costly task its party rests, unless its share of the thread allows another one. */
  private charge(party: string, ms: number, now: number): void {
    const { thread } = this.limits;
    if (!thread || ms < thread.minCostlyMs) return;
    const restedAt = Math.max(now, this.restedAt.get(party) ?? 0) + ms / thread.sharePerParty;
    for (const [other, at] of this.restedAt) if (at <= now) this.restedAt.delete(other);
    this.restedAt.set(party, restedAt);
    const restMs = restedAt - now - thread.burstMs / thread.sharePerParty;
    if (restMs <= 0) return;
    this.resting.add(party);
    setTimeout(() => {
      this.resting.delete(party);
      this.startAll();
    }, restMs);
  }

  private nextSlice(): void {
    this.spentMs = 0;
    this.startAll();
  }

  private startAll(): void {
    while (this.startNext());
  }

  /** @returns whether a task was started */
  private startNext(): boolean {
    for (const [party, own] of this.waiting) {
      if (this.isSlotFree(party)) return this.start(party, own);
    }
    return false;
  }

  private isSlotFree(party: string): boolean {
    const { concurrency, concurrencyPerParty = Infinity, sliceMs = Infinity } = this.limits;
    if (this.runningCount >= concurrency || this.spentMs >= sliceMs) return false;
    return this.getRunning(party) < concurrencyPerParty && !this.resting.has(party);
  }

  private start(party: string, own: Waiting[]): boolean {
    const first = own.shift();
    this.waiting.delete(party);
    if (own.length > 0) this.waiting.set(party, own);
    if (!first) return false;
    this.begin(party);
    first.start();
    return true;
  }

  private begin(party: string): void {
    this.runningCount++;
    this.running.set(party, this.getRunning(party) + 1);
  }

  private end(party: string): void {
    this.runningCount--;
    const count = this.getRunning(party) - 1;
    if (count > 0) this.running.set(party, count);
    else this.running.delete(party);
    this.startNext();
  }

  private getRunning(party: string): number {
    return this.running.get(party) ?? 0;
  }

  private leave(party: string, waiting: Waiting): void {
    const rest = (this.waiting.get(party) ?? []).filter((each) => each !== waiting);
    if (rest.length > 0) this.waiting.set(party, rest);
    else this.waiting.delete(party);
  }
}
