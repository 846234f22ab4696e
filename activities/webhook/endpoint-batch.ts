import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { discardQueue } from '../../store/webhook/discard';
import type { EndpointDestination } from '../../store/webhook/endpoint';
import { releaseQueues, leaseDueQueues, type LeasedQueue } from '../../store/webhook/queue.lease';
import { drain, type Driver } from '../../webhooks/deliver';
import type { DeliveryConcurrency, Slot } from '../../webhooks/delivery-concurrency';

/** A batch ends before the activity's time does, with room for one slow exchange. */
const BATCH_MS = 60_000;
/**
 * Exchanges of a batch under way at once: fewer than the twenty that a party may have with one host, so that operators and
 * queues that have workflows of their own find some free.
 */
const AT_ONCE = 16;
/**
 * While the endpoint takes nothing, one attempt begins after the other with this gap: 20,000 subjects that are due at once are
 * through in 17 minutes, well within the hour after which they are due again.
 */
const PROBE_GAP_MS = 50;
/** When nothing is due, it is looked for again after this, as long as something else is under way. */
const LOOK_AGAIN_MS = 500;

/** What batches of one endpoint need beside the endpoint. */
export interface BatchOptions {
  driver: Driver;
  limiter: DeliveryConcurrency;
  /** The clock of attempts. */
  now: () => Date;
  /** Called again and again while the batch works. */
  onAlive: () => void;
}

/**
 * Attempts what is due at one endpoint, the oldest first. While it takes nothing it is probed by one attempt after the other;
 * with the first message that it takes as many are under way as may be at once, each subject in its order.
 */
export class Batch {
  attemptCount = 0;
  takenCount = 0;
  private isTaking = false;
  private lastBeginMs = -Infinity;
  private failure: { error: unknown } | undefined;
  private readonly running = new Set<Promise<void>>();
  private readonly endMs = performance.now() + BATCH_MS;

  constructor(
    private readonly destination: EndpointDestination,
    private readonly options: BatchOptions,
  ) {}

  /** @returns whether there was a slot for at least one exchange */
  async run(): Promise<boolean> {
    let hadSlot = false;
    while (this.goesOn()) {
      this.options.onAlive();
      const slots = await this.takeSlots();
      hadSlot ||= slots.length > 0;
      const begunCount = await this.begin(slots);
      if (begunCount === 0 && this.running.size === 0) break;
      if (begunCount < slots.length || slots.length === 0) await this.untilSomethingEnds();
    }
    await Promise.all(this.running);
    if (this.failure) throw this.failure.error;
    return hadSlot;
  }

  private goesOn(): boolean {
    return performance.now() < this.endMs && !this.options.driver.stop?.aborted && !this.failure;
  }

  /** As many as may begin now: one where the endpoint takes nothing, and not before the last one's gap is over. */
  private async takeSlots(): Promise<Slot[]> {
    const free = AT_ONCE - this.running.size;
    const wanted = this.isTaking ? free : Math.min(1, free);
    if (!this.isTaking) await sleep(Math.max(0, this.lastBeginMs + PROBE_GAP_MS - performance.now()));
    const slots: Slot[] = [];
    while (slots.length < wanted) {
      const slot = this.options.limiter.take(this.destination);
      if (!slot) break;
      slots.push(slot);
    }
    return slots;
  }

  private async begin(slots: readonly Slot[]): Promise<number> {
    if (slots.length === 0) return 0;
    const { driver, now } = this.options;
    const { webhookID } = this.destination;
    const given = { webhookID, now: now(), limit: slots.length, token: randomUUID() };
    const queues = await leaseDueQueues(driver.store.database, given).catch((error: unknown) => {
      for (const slot of slots) slot.release();
      throw error;
    });
    for (const [index, slot] of slots.entries()) {
      const queue = queues[index];
      if (queue) this.track(this.attempt(queue, slot).finally(() => slot.release()));
      else slot.release();
    }
    if (queues.length > 0) this.lastBeginMs = performance.now();
    return queues.length;
  }

  private async attempt(queue: LeasedQueue, slot: Slot): Promise<void> {
    const { driver } = this.options;
    if (queue.isWebhookDeleted) return void (await discardQueue(driver.store, queue, 'webhookDeleted'));
    const send: Driver['sender']['send'] = (...given) => {
      this.attemptCount++;
      return slot.during(() => driver.sender.send(...given));
    };
    const drained = await drain({ ...driver, sender: { send } }, queue, () => this.goesOn()).catch(
      async (error: unknown) => {
        await releaseQueues(driver.store.database, [queue]).catch(() => undefined);
        throw error;
      },
    );
    this.takenCount += drained.deliveredCount;
    this.isTaking = drained.last === 'more' || drained.last === 'empty';
    // What is left of a queue that was cut off is due as before; a refused one is given back by its record.
    if (drained.last !== 'empty' && drained.last !== 'refused') await releaseQueues(driver.store.database, [queue]);
  }

  private track(work: Promise<void>): void {
    const task = work
      .catch((error: unknown) => void (this.failure ??= { error }))
      .finally(() => void this.running.delete(task));
    this.running.add(task);
  }

  private async untilSomethingEnds(): Promise<void> {
    await Promise.race([...this.running, sleep(LOOK_AGAIN_MS)]);
  }
}
