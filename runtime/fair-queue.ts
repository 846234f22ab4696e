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
}

/** Limits concurrency with fairness between parties: the party that has waited longest since its last turn is next. */
export class FairQueue {
  private readonly waiting = new Map<string, Waiting[]>();
  private readonly running = new Map<string, number>();
  private runningCount = 0;

  constructor(private readonly limits: FairQueueLimits) {}

  /**
   * Runs `work` when it is the party's turn.
   * @throws QueueFull if the party has too many waiting tasks; the signal's reason if it was aborted
   */
  async run<Result>(party: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await this.turn(party, signal);
    try {
      return await work();
    } finally {
      this.runningCount--;
      const count = this.getRunning(party) - 1;
      if (count > 0) this.running.set(party, count);
      else this.running.delete(party);
      this.startNext();
    }
  }

  private async turn(party: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const own = this.waiting.get(party) ?? [];
    if (own.length >= this.limits.maxWaitingPerParty) throw new QueueFull();
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        this.leave(party, waiting);
        reject(signal.reason as Error);
      };
      const waiting: Waiting = {
        start: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      own.push(waiting);
      // A Map keeps insertion order, so its first party is next.
      this.waiting.set(party, own);
      this.startNext();
    });
  }

  private startNext(): void {
    if (this.runningCount >= this.limits.concurrency) return;
    const { concurrencyPerParty = Infinity } = this.limits;
    for (const [party, own] of this.waiting) {
      if (this.getRunning(party) < concurrencyPerParty) return this.start(party, own);
    }
  }

  private start(party: string, own: Waiting[]): void {
    const first = own.shift();
    this.waiting.delete(party);
    if (own.length > 0) this.waiting.set(party, own);
    if (!first) return;
    this.runningCount++;
    this.running.set(party, this.getRunning(party) + 1);
    first.start();
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
