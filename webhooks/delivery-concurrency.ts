import type { LeasedQueue } from '../store/delivery/webhook/queue.lease';
import { FairLimiter } from './fair-limiter';

/** Connections of one party to one host; more could overload a small shop. */
export const CONNECTIONS_PER_HOST = 20;
/** Connections of all parties to one host. */
export const MAX_CONNECTIONS_PER_HOST = 64;
/** A delivery that takes longer is slow. */
const SLOW_AFTER_MS = 1_500;
/** A slow endpoint counts as untested again after this long without a delivery. */
const SLOW_FOR_MS = 60_000;
/** Endpoints whose speed is remembered. */
const MAX_KNOWN = 10_000;

type Destination = Pick<LeasedQueue, 'webhookID' | 'partyID' | 'url'>;

/** Permission to deliver to one endpoint, one message at a time. */
export interface Slot {
  /** Runs one delivery and notes whether it is slow. */
  during<Result>(deliver: () => Promise<Result>): Promise<Result>;
  release(): void;
}

interface Host {
  all: FairLimiter;
  /** Deliveries to endpoints that are slow or untested. */
  unproven: FairLimiter;
}

/**
 * Limits concurrent deliveries by party and by host. Slow endpoints also count against a smaller limit, and slow and untested ones against
 * a smaller limit of their host, so that endpoints without response leave slots to others of the same party and host.
 */
export class DeliveryConcurrency {
  private readonly all: FairLimiter;
  private readonly slow: FairLimiter;
  private readonly hosts = new Map<string, Host>();
  /** By webhook, the latest delivery last. */
  private readonly known = new Map<string, { isSlow: boolean; sinceMs: number }>();

  /** @param onProven is called when a first response in time frees a slot for other deliveries of the party */
  constructor(
    private readonly limits: { total: number; slow: number; unprovenPerHost: number },
    private readonly onProven: (partyID: string) => void = () => undefined,
  ) {
    this.all = new FairLimiter(limits.total);
    this.slow = new FairLimiter(limits.slow);
  }

  /** How many more deliveries each active party, and any other, may start. */
  freePerParty(): { perParty: Map<string, number>; defaultPerParty: number } {
    const perParty = new Map(this.all.partyIDs.map((partyID) => [partyID, this.all.freeFor(partyID)]));
    return { perParty, defaultPerParty: this.all.freeFor('') };
  }

  /** Takes a slot, unless a limit is reached. */
  take(destination: Destination): Slot | undefined {
    const { partyID, webhookID, url } = destination;
    const hostName = new URL(url).host;
    const host = this.hosts.get(hostName) ?? this.createHost();
    const held = new Set([this.all, host.all]);
    const speed = this.speedOf(webhookID);
    if (speed !== 'fast') held.add(host.unproven);
    if (speed === 'slow') held.add(this.slow);
    if ([...held].some((limiter) => limiter.freeFor(partyID) === 0)) return undefined;
    for (const limiter of held) limiter.take(partyID);
    this.hosts.set(hostName, host);
    const restricted = [host.unproven, this.slow];
    const becomeSlow = (): void => {
      this.remember(webhookID, true);
      for (const limiter of restricted.filter((each) => !held.has(each))) {
        held.add(limiter);
        limiter.take(partyID);
      }
    };
    const becomeFast = (): void => {
      this.remember(webhookID, false);
      const freed = restricted.filter((limiter) => held.delete(limiter));
      for (const limiter of freed) limiter.release(partyID);
      if (freed.length > 0) this.onProven(partyID);
    };
    const release = (): void => {
      for (const limiter of held) limiter.release(partyID);
      if (host.all.isUnused) this.hosts.delete(hostName);
    };
    return { during: (deliver) => timed(deliver, { becomeSlow, becomeFast }), release };
  }

  private createHost(): Host {
    const create = (max: number) => new FairLimiter(MAX_CONNECTIONS_PER_HOST, max);
    return { all: create(CONNECTIONS_PER_HOST), unproven: create(this.limits.unprovenPerHost) };
  }

  private speedOf(webhookID: string): 'fast' | 'slow' | 'untested' {
    const known = this.known.get(webhookID);
    if (!known || (known.isSlow && known.sinceMs < Date.now() - SLOW_FOR_MS)) return 'untested';
    return known.isSlow ? 'slow' : 'fast';
  }

  private remember(webhookID: string, isSlow: boolean): void {
    this.known.delete(webhookID);
    this.known.set(webhookID, { isSlow, sinceMs: Date.now() });
    const [oldest] = this.known.keys();
    if (this.known.size > MAX_KNOWN && oldest !== undefined) this.known.delete(oldest);
  }
}

/** A delivery that fails before it is slow says nothing about its endpoint. */
async function timed<Result>(
  deliver: () => Promise<Result>,
  { becomeSlow, becomeFast }: { becomeSlow: () => void; becomeFast: () => void },
): Promise<Result> {
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = true;
    becomeSlow();
  }, SLOW_AFTER_MS);
  try {
    const result = await deliver();
    if (!isSlow) becomeFast();
    return result;
  } finally {
    clearTimeout(timer);
  }
}
