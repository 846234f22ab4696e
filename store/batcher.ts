/** What became of one thing that was done together with others. */
export type ItemResult<Done> = PromiseSettledResult<Done>;

interface Waiting<Item, Done> {
  item: Item;
  settle: (outcome: ItemResult<Done>) => void;
}

interface BatcherOptions<Item, Done> {
  /** How many are done together at the most. */
  maxBatchSize: number;
  /** How many times some are done at once; default: 1. */
  concurrency?: number;
  /** How many may wait, and what the next one hears; default: any number. */
  waiting?: { maxBatchSize: number; onOverflow: () => Error };
  /** Does some and says of each what became of it; where it throws, that is of all of them. */
  runBatch: (items: readonly Item[]) => Promise<readonly ItemResult<Done>[]>;
  /** Whether what it threw is told to all who wait, too: they would only wait to hear the same. */
  failsWholeBatch?: (error: unknown) => boolean;
  /** When nothing is done and nothing waits any more. */
  onIdle?: () => void;
}

/**
 * Does things together: while some are done, what else is asked for gathers for the next time. Alone, a thing is done at once; under
 * load one commit serves dozens.
 */
export class Batcher<Item, Done> {
  private readonly waiting: Waiting<Item, Done>[] = [];
  private working = 0;

  constructor(private readonly given: BatcherOptions<Item, Done>) {}

  add(item: Item): Promise<Done> {
    const { waiting } = this.given;
    if (waiting && this.waiting.length >= waiting.maxBatchSize) return Promise.reject(waiting.onOverflow());
    return new Promise((resolve, reject) => {
      const settle = (outcome: ItemResult<Done>): void =>
        outcome.status === 'fulfilled' ? resolve(outcome.value) : reject(outcome.reason as Error);
      this.waiting.push({ item, settle });
      if (this.working < (this.given.concurrency ?? 1)) void this.work();
    });
  }

  private async work(): Promise<void> {
    this.working += 1;
    // What is asked for in this same turn goes along.
    await new Promise((resolve) => void setImmediate(resolve));
    while (this.waiting.length > 0) await this.workOnce(this.waiting.splice(0, this.given.maxBatchSize));
    this.working -= 1;
    if (this.working === 0) this.given.onIdle?.();
  }

  private async workOnce(batch: readonly Waiting<Item, Done>[]): Promise<void> {
    try {
      const outcomes = await this.given.runBatch(batch.map(({ item }) => item));
      batch.forEach(({ settle }, place) => settle(outcomes[place] ?? failed(new Error('was not done'))));
    } catch (error) {
      const told = this.given.failsWholeBatch?.(error) ? [...batch, ...this.waiting.splice(0)] : batch;
      for (const { settle } of told) settle(failed(error));
    }
  }
}

export function succeeded<Done>(value: Done): ItemResult<Done> {
  return { status: 'fulfilled', value };
}

export function failed(reason: unknown): PromiseRejectedResult {
  return { status: 'rejected', reason };
}
