import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { discardQueue } from '../../../store/delivery/webhook/discard';
import type { EndpointDestination } from '../../../store/delivery/webhook/endpoint';
import { releaseQueues, leaseDueQueues, type LeasedQueue } from '../../../store/delivery/webhook/queue.lease';
import { drain, type Driver } from '../../../webhooks/deliver';
import type { DeliveryConcurrency, Slot } from '../../../webhooks/delivery-concurrency';

/** A batch ends before the activity's timeout, with slack for a slow delivery. */
const BATCH_MS = 60_000;
/** Concurrent deliveries of a batch: below the twenty per party and host, which leaves slots to operators and single queues. */
const MAX_CONCURRENCY = 16;
/** The interval of probes while the endpoint fails: 20,000 due subjects take 17 minutes, within their hourly schedule. */
const PROBE_GAP_MS = 50;
/** The poll interval for due subjects while deliveries are pending. */
const POLL_INTERVAL_MS = 500;

/** Dependencies of a batch. */
export interface BatchOptions {
  driver: Driver;
  limiter: DeliveryConcurrency;
  /** The clock. */
  now: () => Date;
  /** Called repeatedly while the batch runs. */
  onAlive: () => void;
}

/**
 * Attempts due subjects of an endpoint, oldest first. A failing endpoint is probed sequentially; after the first accepted
 * message deliveries run concurrently, in order for each subject.
 */
export class Batch {
  attemptCount = 0;
  deliveredCount = 0;
  private isAccepting = false;
  private lastStartMs = -Infinity;
  private failure: { error: unknown } | undefined;
  private readonly running = new Set<Promise<void>>();
  private readonly endMs = performance.now() + BATCH_MS;

  constructor(
    private readonly destination: EndpointDestination,
    private readonly options: BatchOptions,
  ) {}

  /** Returns whether there was a slot for at least one delivery. */
  async run(): Promise<boolean> {
    let hadSlot = false;
    while (this.shouldContinue()) {
      this.options.onAlive();
      const slots = await this.takeSlots();
      hadSlot ||= slots.length > 0;
      const startedCount = await this.start(slots);
      if (startedCount === 0 && this.running.size === 0) break;
      if (startedCount < slots.length || slots.length === 0) await this.waitForProgress();
    }
    await Promise.all(this.running);
    if (this.failure) throw this.failure.error;
    return hadSlot;
  }

  private shouldContinue(): boolean {
    return performance.now() < this.endMs && !this.options.driver.stop?.aborted && !this.failure;
  }

  /** Takes the slots that may start now: one at a time while the endpoint fails, after the probe interval. */
  private async takeSlots(): Promise<Slot[]> {
    const free = MAX_CONCURRENCY - this.running.size;
    const wanted = this.isAccepting ? free : Math.min(1, free);
    if (!this.isAccepting) await sleep(Math.max(0, this.lastStartMs + PROBE_GAP_MS - performance.now()));
    const slots: Slot[] = [];
    while (slots.length < wanted) {
      const slot = this.options.limiter.take(this.destination);
      if (!slot) break;
      slots.push(slot);
    }
    return slots;
  }

  private async start(slots: readonly Slot[]): Promise<number> {
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
    if (queues.length > 0) this.lastStartMs = performance.now();
    return queues.length;
  }

  private async attempt(queue: LeasedQueue, slot: Slot): Promise<void> {
    const { driver } = this.options;
    if (queue.isWebhookDeleted) return void (await discardQueue(driver.store, queue, 'webhookDeleted'));
    const send: Driver['sender']['send'] = (...given) => {
      this.attemptCount++;
      return slot.during(() => driver.sender.send(...given));
    };
    const drained = await drain({ ...driver, sender: { send } }, queue, () => this.shouldContinue()).catch(
      async (error: unknown) => {
        await releaseQueues(driver.store.database, [queue]).catch(() => undefined);
        throw error;
      },
    );
    this.deliveredCount += drained.deliveredCount;
    this.isAccepting = drained.last === 'more' || drained.last === 'empty';
    // The rest of an interrupted queue stays due; a refused one is released when its attempt is recorded.
    if (drained.last !== 'empty' && drained.last !== 'refused') await releaseQueues(driver.store.database, [queue]);
  }

  private track(work: Promise<void>): void {
    const task = work
      .catch((error: unknown) => void (this.failure ??= { error }))
      .finally(() => void this.running.delete(task));
    this.running.add(task);
  }

  private async waitForProgress(): Promise<void> {
    await Promise.race([...this.running, sleep(POLL_INTERVAL_MS)]);
  }
}
