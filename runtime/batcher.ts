export type ItemResult<Done> = PromiseSettledResult<Done>;

interface Waiting<Item, Done> {
  item: Item;
  settle: (outcome: ItemResult<Done>) => void;
}

interface BatcherOptions<Item, Done> {
  maxBatchSize: number;
  /** Batches that run concurrently; default: 1. */
  concurrency?: number;
  /** Limit of waiting items, and the error beyond it; default: none. */
  waiting?: { maxBatchSize: number; onOverflow: () => Error };
  /** Returns a result for each item; an error is the result of all. */
  runBatch: (items: readonly Item[]) => Promise<readonly ItemResult<Done>[]>;
  /** Whether an error also fails the items that wait. */
  failsWholeBatch?: (error: unknown) => boolean;
  onIdle?: () => void;
}

/** Batches calls: what arrives while a batch runs goes into the next one. A single call runs immediately. */
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
    // Includes calls of the same turn of the event loop.
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
      const failing = this.given.failsWholeBatch?.(error) ? [...batch, ...this.waiting.splice(0)] : batch;
      for (const { settle } of failing) settle(failed(error));
    }
  }
}

export function succeeded<Done>(value: Done): ItemResult<Done> {
  return { status: 'fulfilled', value };
}

export function failed(reason: unknown): PromiseRejectedResult {
  return { status: 'rejected', reason };
}
