import type { LeasedQueue, LeaseLimits } from '../store/webhook/queue.lease';
import type { DeliveryConcurrency, Slot } from './delivery-concurrency';
import { CONNECTIONS_PER_HOST, partyAtHost } from './per-host-limiter';

/** What waits for one host: enough to keep it busy, little enough to be begun before its lease is over. */
const MAX_BACKLOG = 2 * CONNECTIONS_PER_HOST;
/** A queue that waited longer is given back: its lease might run out under the exchange. */
const MAX_WAIT_MS = 10_000;

interface Waiting {
  queue: LeasedQueue;
  sinceMs: number;
}

/** One party's exchanges with one host, and the leased queues that wait behind them. */
interface Backlog {
  exchangeCount: number;
  waiting: Waiting[];
  /** Its webhooks of which no more are leased for now. */
  crowded: Set<string>;
}

/** A queue and the slot in which it is drained. */
export interface Started {
  queue: LeasedQueue;
  slot: Slot;
}

/**
 * Keeps hosts busy: behind the exchanges of a party with a host waits a backlog of leased queues, so that the next
 * begins when one ends. Where the backlog is long enough no more is leased, so that nobody's queues stand in the way of
 * others'.
 */
export class HostBacklog {
  private readonly backlogs = new Map<string, Backlog>();

  constructor(private readonly limiter: DeliveryConcurrency) {}

  /** Whether some webhooks are not leased for, because their backlog is long enough. */
  get isCrowded(): boolean {
    return [...this.backlogs.values()].some(({ crowded }) => crowded.size > 0);
  }

  /** How many queues may be leased now. */
  leaseLimits(): LeaseLimits {
    const limits = this.limiter.leaseLimits();
    const crowded = [...this.backlogs.values()].flatMap((backlog) => [...backlog.crowded]);
    return { ...limits, perWebhook: new Map([...limits.perWebhook, ...crowded.map((id) => [id, 0] as const)]) };
  }

  /** @returns the slot in which to begin with a queue that was just leased, or what to do without one */
  admit(queue: LeasedQueue): Slot | 'waits' | 'release' {
    const slot = this.limiter.take(queue);
    const backlog = this.backlogs.get(partyAtHost(queue)) ?? { exchangeCount: 0, waiting: [], crowded: new Set() };
    if (slot) {
      backlog.exchangeCount++;
      this.backlogs.set(partyAtHost(queue), backlog);
      return slot;
    }
    if (backlog.exchangeCount === 0) return 'release';
    if (backlog.waiting.length >= CONNECTIONS_PER_HOST) backlog.crowded.add(queue.webhookID);
    if (backlog.waiting.length >= MAX_BACKLOG) return 'release';
    backlog.waiting.push({ queue, sinceMs: Date.now() });
    return 'waits';
  }

  /** An exchange has ended. @returns what to begin now, and which queues to give back */
  finish({ queue, slot }: Started): { begin: Started[]; release: LeasedQueue[] } {
    slot.release();
    const backlog = this.backlogs.get(partyAtHost(queue));
    if (!backlog) throw new Error('an exchange ended that was not begun');
    backlog.exchangeCount--;
    const given = backlog.waiting.splice(0, tooLong(backlog.waiting));
    const begin = this.startWaiting(backlog, given);
    if (backlog.exchangeCount === 0) given.push(...backlog.waiting.splice(0));
    if (backlog.waiting.length === 0) backlog.crowded.clear();
    if (backlog.exchangeCount === 0) this.backlogs.delete(partyAtHost(queue));
    return { begin, release: given.map((waiting) => waiting.queue) };
  }

  /** An endpoint that is held back has only a part of its host's slots: one that has to wait for them stands in nobody's way. */
  private startWaiting(backlog: Backlog, given: Waiting[]): Started[] {
    const begun: Started[] = [];
    for (let next = backlog.waiting.shift(); next; next = backlog.waiting.shift()) {
      const slot = this.limiter.take(next.queue);
      if (slot) {
        backlog.exchangeCount++;
        begun.push({ queue: next.queue, slot });
      } else if (this.limiter.isThrottled(next.queue)) {
        given.push(next);
      } else {
        backlog.waiting.unshift(next);
        break;
      }
    }
    return begun;
  }

  /** Takes out everything that waits: the process stops. */
  clear(): LeasedQueue[] {
    return [...this.backlogs.values()].flatMap(({ waiting }) => waiting.splice(0).map(({ queue }) => queue));
  }
}

/** How many have waited too long: the first ones, because they came in their order. */
function tooLong(waiting: readonly Waiting[]): number {
  const latestMs = Date.now() - MAX_WAIT_MS;
  const firstInTime = waiting.findIndex(({ sinceMs }) => sinceMs >= latestMs);
  return firstInTime < 0 ? waiting.length : firstInTime;
}
