import type { LeasedQueue, LeaseLimits } from '../store/webhook/queue.lease';
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
  /** By party, the longest waiting first. */
  private readonly parties = new Map<string, Waiting[]>();

  constructor(private readonly concurrency: DeliveryConcurrency) {}

  get isEmpty(): boolean {
    return this.parties.size === 0;
  }

  leaseLimits(): LeaseLimits {
    const waiting = [...this.parties.values()].flat();
    const exceptWebhooks = [...new Set(waiting.map(({ queue }) => queue.webhookID))];
    return { ...this.concurrency.freePerParty(), exceptWebhooks };
  }

  /** Returns a slot for a leased queue; without one the queue waits. */
  admit(queue: LeasedQueue): Slot | undefined {
    const slot = this.concurrency.take(queue);
    if (!slot) this.setWaiting(queue.partyID, [...this.waitingOf(queue.partyID), { queue, sinceMs: Date.now() }]);
    return slot;
  }

  /** Takes out the waiting queues of a party that get a slot now. */
  startWaiting(partyID: string): Started[] {
    const started: Started[] = [];
    const refused = new Set<string>();
    const stillWaiting = this.waitingOf(partyID).filter(({ queue }) => {
      const slot = refused.has(queue.webhookID) ? undefined : this.concurrency.take(queue);
      if (slot) started.push({ queue, slot });
      else refused.add(queue.webhookID);
      return !slot;
    });
    this.setWaiting(partyID, stillWaiting);
    return started;
  }

  startAllWaiting(): Started[] {
    return [...this.parties.keys()].flatMap((partyID) => this.startWaiting(partyID));
  }

  /** Takes out the queues that waited too long. */
  removeExpired(maxWaitMs = MAX_WAIT_MS): LeasedQueue[] {
    const latestMs = Date.now() - maxWaitMs;
    const expired: LeasedQueue[] = [];
    for (const [partyID, waiting] of [...this.parties]) {
      expired.push(...waiting.filter(({ sinceMs }) => sinceMs <= latestMs).map(({ queue }) => queue));
      this.setWaiting(
        partyID,
        waiting.filter(({ sinceMs }) => sinceMs > latestMs),
      );
    }
    return expired;
  }

  private waitingOf(partyID: string): readonly Waiting[] {
    return this.parties.get(partyID) ?? [];
  }

  private setWaiting(partyID: string, waiting: Waiting[]): void {
    if (waiting.length > 0) this.parties.set(partyID, waiting);
    else this.parties.delete(partyID);
  }
}
