import type { LeasedQueue, LeaseLimits } from '../store/delivery/webhook/queue.lease';
import type { DeliveryConcurrency, Slot } from './delivery-concurrency';

/** A queue that waited longer is released: its lease (30 s) might expire during a delivery (10 s). */
const MAX_WAIT_MS = 15_000;

interface Waiting {
  queue: LeasedQueue;
  sinceMs: number;
}

/** A queue and its slot. */
export interface Started {
  queue: LeasedQueue;
  slot: Slot;
}

/**
 * Keeps leased queues that found no slot, so that one of them starts as soon as a delivery ends, without another lease. A webhook with
 * waiting queues gets no further leases.
 */
export class DeliveryBacklog {
  /** By party and webhook, the longest waiting first. */
  private readonly parties = new Map<string, Map<string, Waiting[]>>();

  constructor(private readonly concurrency: DeliveryConcurrency) {}

  get isEmpty(): boolean {
    return this.parties.size === 0;
  }

  leaseLimits(): LeaseLimits {
    const exceptWebhooks = [...this.parties.values()].flatMap((webhooks) => [...webhooks.keys()]);
    return { ...this.concurrency.freePerParty(), exceptWebhooks };
  }

  /** Returns a slot for a leased queue; without one the queue waits. */
  admit(queue: LeasedQueue): Slot | undefined {
    const { partyID, webhookID } = queue;
    const slot = this.concurrency.take(queue);
    if (slot) return slot;
    const webhooks = this.parties.get(partyID) ?? new Map<string, Waiting[]>();
    const waiting = webhooks.get(webhookID) ?? [];
    waiting.push({ queue, sinceMs: Date.now() });
    this.parties.set(partyID, webhooks.set(webhookID, waiting));
    return undefined;
  }

  /** Takes out the waiting queues of a party that get a slot now, in turns of its webhooks. */
  startWaiting(partyID: string): Started[] {
    const started: Started[] = [];
    const webhooks = this.parties.get(partyID) ?? new Map<string, Waiting[]>();
    for (const [webhookID, waiting] of webhooks) {
      const [first] = waiting;
      const slot = first && this.concurrency.take(first.queue);
      if (!slot) continue;
      started.push({ queue: first.queue, slot });
      // A webhook that is set again has its next turn in this loop, after the others.
      webhooks.delete(webhookID);
      if (waiting.length > 1) webhooks.set(webhookID, waiting.slice(1));
    }
    if (webhooks.size === 0) this.parties.delete(partyID);
    return started;
  }

  startAllWaiting(): Started[] {
    return [...this.parties.keys()].flatMap((partyID) => this.startWaiting(partyID));
  }

  /** Takes out the queues that waited too long. */
  removeExpired(maxWaitMs = MAX_WAIT_MS): LeasedQueue[] {
    const latestMs = Date.now() - maxWaitMs;
    const expired: LeasedQueue[] = [];
    for (const [partyID, webhooks] of this.parties) {
      for (const [webhookID, waiting] of webhooks) {
        const left = waiting.filter(({ sinceMs }) => sinceMs > latestMs);
        expired.push(...waiting.slice(0, waiting.length - left.length).map(({ queue }) => queue));
        if (left.length > 0) webhooks.set(webhookID, left);
        else webhooks.delete(webhookID);
      }
      if (webhooks.size === 0) this.parties.delete(partyID);
    }
    return expired;
  }
}
