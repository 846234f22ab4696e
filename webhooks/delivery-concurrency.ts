import type { LeasedQueue, LeaseLimits } from '../store/webhook/queue.lease';
import { partyAtHost, PerHostLimiter } from './per-host-limiter';
import { PerPartyLimiter } from './per-party-limiter';

/** An exchange that takes longer gives its slot to others; it has its ten seconds all the same. */
const SLOW_AFTER_MS = 1_500;
/** An endpoint that was slow is taken for fast again when nothing was sent to it for so long. */
const STALE_AFTER_MS = 60_000;
/** One that answered in time is known for that for so long. */
const KNOWN_FOR_MS = 3_600_000;

type Destination = Pick<LeasedQueue, 'webhookID' | 'partyID' | 'url'>;

/** A slot for exchanges with one endpoint, one at a time. */
export interface Slot {
  /** Does one exchange. If it is slow, the slot becomes one of the slow ones, where one is free. */
  during<Result>(exchange: () => Promise<Result>): Promise<Result>;
  release(): void;
}

/**
 * Limits exchanges by party and by host. Quick and slow ones have slots of their own, so that an endpoint which never
 * answers keeps slots from nobody but its own party, and after its first message only slow ones, of which a host may have a part only.
 * Where that is so, an endpoint of which nothing is known yet has one exchange at a time, and it counts as a slow one of its host.
 */
export class DeliveryConcurrency {
  private readonly fast: PerPartyLimiter;
  private readonly slow: PerPartyLimiter;
  private readonly hosts: PerHostLimiter;
  /** Endpoints by their webhook, and when they were last slow; the longest ago comes first. */
  private readonly slowOnes = new Map<string, { destination: Destination; sinceMs: number }>();
  /** When endpoints answered in time, by their webhook; the longest ago comes first. */
  private readonly quickOnes = new Map<string, number>();
  /** Webhooks of which nothing is known yet, and which have their one exchange. */
  private readonly onProbation = new Set<string>();
  private readonly isHostShared: boolean;

  /**
   * @param capacity slots; `slowPerHost`: how many of them one party may have at one host for what is slow, where not as many as for all
   * @param onFreed hears when a slow exchange leaves a slot for another
   */
  constructor(
    capacity: { fast: number; slow: number; slowPerHost?: number },
    private readonly onFreed: () => void = () => undefined,
  ) {
    this.fast = new PerPartyLimiter(capacity.fast);
    this.slow = new PerPartyLimiter(capacity.slow);
    this.hosts = new PerHostLimiter(capacity.slowPerHost);
    this.isHostShared = capacity.slowPerHost !== undefined;
  }

  /** For how many queues there would be slots. Slow endpoints get one at a time, the longest waiting first. */
  leaseLimits(): LeaseLimits {
    this.forget();
    const perWebhook = new Map<string, number>([...this.onProbation].map((webhookID) => [webhookID, 0]));
    const left = new Map<string, number>();
    const leftAtHost = new Map<string, number>();
    for (const [webhookID, { destination }] of this.slowOnes) {
      const { partyID } = destination;
      const ofItsParty = left.get(partyID) ?? this.slow.freeFor(partyID);
      const host = partyAtHost(destination);
      const ofItsHost = leftAtHost.get(host) ?? this.hosts.freeForSlow(destination);
      const free = Math.min(1, ofItsParty, ofItsHost);
      left.set(partyID, ofItsParty - free);
      leftAtHost.set(host, ofItsHost - free);
      perWebhook.set(webhookID, free);
    }
    const perParty = new Map(this.fast.partyIDs.map((partyID) => [partyID, this.fast.freeFor(partyID)]));
    return { perParty, defaultPerParty: this.fast.freeFor(''), perWebhook };
  }

  /** Whether an endpoint has a part of its host's slots only: it is slow, or nothing is known of it yet. */
  isThrottled(destination: Destination): boolean {
    return this.isSlow(destination) || this.isUnknown(destination);
  }

  private isSlow({ webhookID }: Destination): boolean {
    return this.slowOnes.has(webhookID);
  }

  private isUnknown({ webhookID }: Destination): boolean {
    return this.isHostShared && !this.slowOnes.has(webhookID) && !this.quickOnes.has(webhookID);
  }

  /** @returns undefined where its party, or its party at this host, has as many slots as it may */
  take(destination: Destination): Slot | undefined {
    const { partyID, webhookID } = destination;
    if (this.onProbation.has(webhookID)) return undefined;
    if (this.isThrottled(destination) && this.hosts.freeForSlow(destination) === 0) return undefined;
    const pool = this.isSlow(destination) ? this.slow : this.fast;
    if (pool.freeFor(partyID) === 0 || !this.hosts.take(destination)) return undefined;
    pool.take(partyID);
    return this.acquireSlot(destination, pool);
  }

  private acquireSlot(destination: Destination, taken: PerPartyLimiter): Slot {
    const { partyID, webhookID } = destination;
    let pool = taken;
    let isOnProbation = this.isUnknown(destination);
    let isSlowAtHost = false;
    const becomeSlowAtHost = (): void => {
      if (!isSlowAtHost) this.hosts.becomeSlow(destination);
      isSlowAtHost = true;
    };
    const endProbation = (): void => {
      if (isOnProbation) this.onProbation.delete(webhookID);
      isOnProbation = false;
    };
    if (this.isThrottled(destination)) becomeSlowAtHost();
    if (isOnProbation) this.onProbation.add(webhookID);
    const becomeQuick = (): void => {
      this.slowOnes.delete(webhookID);
      this.quickOnes.delete(webhookID);
      this.quickOnes.set(webhookID, Date.now());
      if (!isOnProbation) return;
      endProbation();
      if (isSlowAtHost) this.hosts.releaseSlow(destination);
      isSlowAtHost = false;
      this.onFreed();
    };
    const becomeSlow = (): void => {
      endProbation();
      this.quickOnes.delete(webhookID);
      this.slowOnes.delete(webhookID);
      this.slowOnes.set(webhookID, { destination, sinceMs: Date.now() });
      becomeSlowAtHost();
      if (pool === this.slow || !this.slow.take(partyID)) return;
      pool.release(partyID);
      pool = this.slow;
      this.onFreed();
    };
    return {
      during: async (exchange) => {
        let isSlow = false;
        const timer = setTimeout(() => {
          isSlow = true;
          becomeSlow();
        }, SLOW_AFTER_MS);
        try {
          const result = await exchange();
          if (!isSlow) becomeQuick();
          return result;
        } finally {
          clearTimeout(timer);
        }
      },
      release: () => {
        endProbation();
        pool.release(partyID);
        this.hosts.release(destination);
        if (isSlowAtHost) this.hosts.releaseSlow(destination);
        if (pool === this.slow) this.onFreed();
      },
    };
  }

  private forget(): void {
    const nowMs = Date.now();
    for (const [webhookID, { sinceMs }] of this.slowOnes) {
      if (sinceMs > nowMs - STALE_AFTER_MS) break;
      this.slowOnes.delete(webhookID);
    }
    for (const [webhookID, sinceMs] of this.quickOnes) {
      if (sinceMs > nowMs - KNOWN_FOR_MS) break;
      this.quickOnes.delete(webhookID);
    }
  }
}
