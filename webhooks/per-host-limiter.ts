import { PerPartyLimiter } from './per-party-limiter';

/** Connections of one party to one host: more would be felt as an attack by a small shop. */
export const CONNECTIONS_PER_HOST = 20;
/** Connections of all parties to one host: some hosts collect messages for many shops. */
export const CONNECTIONS_OF_ALL_PER_HOST = 64;

/** Whose exchange it is, and with which endpoint. */
interface Exchange {
  partyID: string;
  url: string;
}

/** Limits the exchanges with each host, of one party and of all. */
export class PerHostLimiter {
  private readonly hosts = new Map<string, PerPartyLimiter>();
  private readonly slowCounts = new Map<string, number>();

  /** @param mostSlow how many exchanges of one party with one host may be slow */
  constructor(private readonly mostSlow = CONNECTIONS_PER_HOST) {}

  /** How many exchanges the party may still begin with the host. */
  freeFor({ partyID, url }: Exchange): number {
    return this.getLimiter(url).freeFor(partyID);
  }

  /** How many of these may be slow. */
  freeForSlow(exchange: Exchange): number {
    const slowCount = this.slowCounts.get(partyAtHost(exchange)) ?? 0;
    return Math.max(0, Math.min(this.freeFor(exchange), this.mostSlow - slowCount));
  }

  /** An exchange that was begun is slow. */
  becomeSlow(exchange: Exchange): void {
    this.slowCounts.set(partyAtHost(exchange), (this.slowCounts.get(partyAtHost(exchange)) ?? 0) + 1);
  }

  /** An exchange that was slow has ended. */
  releaseSlow(exchange: Exchange): void {
    const left = (this.slowCounts.get(partyAtHost(exchange)) ?? 0) - 1;
    if (left > 0) this.slowCounts.set(partyAtHost(exchange), left);
    else this.slowCounts.delete(partyAtHost(exchange));
  }

  /** @returns whether the party was allowed one more exchange with the host */
  take({ partyID, url }: Exchange): boolean {
    const limiter = this.getLimiter(url);
    const isTaken = limiter.take(partyID);
    if (isTaken) this.hosts.set(hostName(url), limiter);
    return isTaken;
  }

  release({ partyID, url }: Exchange): void {
    const limiter = this.getLimiter(url);
    limiter.release(partyID);
    if (limiter.isUnused) this.hosts.delete(hostName(url));
  }

  private getLimiter(url: string): PerPartyLimiter {
    return this.hosts.get(hostName(url)) ?? new PerPartyLimiter(CONNECTIONS_OF_ALL_PER_HOST, CONNECTIONS_PER_HOST);
  }
}

/** Names what one party has at one host. */
export function partyAtHost({ partyID, url }: Exchange): string {
  return `${partyID} ${hostName(url)}`;
}

/** The host with its port, as connections are kept. */
function hostName(url: string): string {
  return new URL(url).host;
}
