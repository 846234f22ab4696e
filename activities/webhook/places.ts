import type { LeasedQueue, LeaseRooms } from '../../store/webhook/queue.lease';
import { PartyShare } from './party-share';

/** Connections of one party to one host: more would be felt as an attack by a small shop. */
export const CONNECTIONS_PER_HOST = 20;
/** Connections of all parties to one host: some hosts collect messages for many shops. */
export const CONNECTIONS_OF_ALL_PER_HOST = 64;
/** An exchange that takes longer gives its place to others; it has its ten seconds all the same. */
const SLOW_AFTER_MS = 1_500;
/** An endpoint that was slow is taken for quick again when nothing was sent to it for so long. */
const FORGOTTEN_AFTER_MS = 60_000;

type Destination = Pick<LeasedQueue, 'webhookID' | 'partyID' | 'url'>;

/** A place for exchanges with one endpoint, one at a time. */
export interface Place {
  /** Does one exchange. If it is slow, the place becomes one of the slow ones, where there is room. */
  during<Result>(exchange: () => Promise<Result>): Promise<Result>;
  release(): void;
}

/**
 * Shares exchanges among parties and hosts. Quick and slow ones have places of their own, so that an endpoint which
 * never answers keeps places from nobody but its own party, and after its first message only slow ones.
 */
export class Places {
  private readonly quick: PartyShare;
  private readonly slow: PartyShare;
  private readonly hosts = new Map<string, PartyShare>();
  /** Endpoints by their webhook, and when they were last slow; the longest ago comes first. */
  private readonly slowOnes = new Map<string, { destination: Destination; sinceMs: number }>();

  /** @param onRoom hears when a slow exchange leaves a place for another */
  constructor(
    capacity: { quick: number; slow: number },
    private readonly onRoom: () => void = () => undefined,
  ) {
    this.quick = new PartyShare(capacity.quick);
    this.slow = new PartyShare(capacity.slow);
  }

  /** For how many queues there would be places. Slow endpoints get one at a time, the longest waiting first. */
  rooms(): LeaseRooms {
    this.forgetSlowOnes();
    const ofWebhook = new Map<string, number>();
    const left = new Map<string, number>();
    for (const [webhookID, { destination }] of this.slowOnes) {
      const { partyID } = destination;
      const ofItsParty = left.get(partyID) ?? this.slow.roomOf(partyID);
      const room = Math.min(1, ofItsParty, this.hostOf(destination).roomOf(partyID));
      left.set(partyID, ofItsParty - room);
      ofWebhook.set(webhookID, room);
    }
    const ofParty = new Map(this.quick.partyIDs.map((partyID) => [partyID, this.quick.roomOf(partyID)]));
    return { ofParty, ofNewcomer: this.quick.roomOf(''), ofWebhook };
  }

  /** @returns undefined where its party, or its party at this host, has as many places as it may */
  take(destination: Destination): Place | undefined {
    const { partyID, webhookID, url } = destination;
    const share = this.slowOnes.has(webhookID) ? this.slow : this.quick;
    const host = this.hostOf(destination);
    if (share.roomOf(partyID) === 0 || !host.take(partyID)) return undefined;
    share.take(partyID);
    this.hosts.set(hostName(url), host);
    return this.placeOf(destination, share);
  }

  private placeOf(destination: Destination, taken: PartyShare): Place {
    const { partyID, webhookID } = destination;
    let share = taken;
    const becomeSlow = (): void => {
      this.slowOnes.delete(webhookID);
      this.slowOnes.set(webhookID, { destination, sinceMs: Date.now() });
      if (share === this.slow || !this.slow.take(partyID)) return;
      share.release(partyID);
      share = this.slow;
      this.onRoom();
    };
    return {
      during: async (exchange) => {
        let isSlow = false;
        const timer = setTimeout(() => {
          isSlow = true;
          becomeSlow();
        }, SLOW_AFTER_MS);
        try {
          return await exchange();
        } finally {
          clearTimeout(timer);
          if (!isSlow) this.slowOnes.delete(webhookID);
        }
      },
      release: () => {
        share.release(partyID);
        this.releaseHost(destination);
        if (share === this.slow) this.onRoom();
      },
    };
  }

  private hostOf({ url }: Pick<Destination, 'url'>): PartyShare {
    return this.hosts.get(hostName(url)) ?? new PartyShare(CONNECTIONS_OF_ALL_PER_HOST, CONNECTIONS_PER_HOST);
  }

  private releaseHost({ partyID, url }: Destination): void {
    const host = this.hostOf({ url });
    host.release(partyID);
    if (host.isUnused) this.hosts.delete(hostName(url));
  }

  private forgetSlowOnes(): void {
    const latestMs = Date.now() - FORGOTTEN_AFTER_MS;
    for (const [webhookID, { sinceMs }] of this.slowOnes) {
      if (sinceMs > latestMs) return;
      this.slowOnes.delete(webhookID);
    }
  }
}

/** The host with its port, as connections are kept. */
export function hostName(url: string): string {
  return new URL(url).host;
}
