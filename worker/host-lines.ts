import { CONNECTIONS_PER_HOST } from '../activities/webhook/sender';
import type { LeasedQueue } from '../store/webhook/queue.lease';

/** What waits in line for one host: enough to keep it busy, little enough to be begun before its lease is over. */
const LONGEST_LINE = 2 * CONNECTIONS_PER_HOST;
/** A queue that stood in line longer is given back: its lease might run out under the exchange. */
const LONGEST_WAIT_MS = 10_000;

interface Standing {
  queue: LeasedQueue;
  sinceMs: number;
}

interface Host {
  load: number;
  line: Standing[];
}

/**
 * Shares the exchanges among hosts: each has at most `CONNECTIONS_PER_HOST`, and a line of leased queues behind them.
 * A host whose line is full is not leased for, so that one slow endpoint never stands in the way of another.
 */
export class HostLines {
  private readonly hosts = new Map<string, Host>();
  private readonly full = new Map<string, string>();

  /** Webhooks whose host has enough to do. */
  get crowdedWebhookIDs(): string[] {
    return [...this.full.keys()];
  }

  /** @returns what to do with a queue that was just leased: begin it now, keep it in line, or give it back */
  admit(queue: LeasedQueue): 'begin' | 'inLine' | 'giveBack' {
    const name = hostOf(queue);
    const host = this.hosts.get(name) ?? { load: 0, line: [] };
    this.hosts.set(name, host);
    if (host.load < CONNECTIONS_PER_HOST) {
      host.load++;
      return 'begin';
    }
    if (host.line.length >= CONNECTIONS_PER_HOST) this.full.set(queue.webhookID, name);
    if (host.line.length >= LONGEST_LINE) return 'giveBack';
    host.line.push({ queue, sinceMs: Date.now() });
    return 'inLine';
  }

  /** An exchange with the queue's host has ended. @returns which queue to begin instead, and which to give back */
  leave(queue: LeasedQueue): { begin: LeasedQueue | undefined; giveBack: LeasedQueue[] } {
    const name = hostOf(queue);
    const host = this.hosts.get(name);
    if (!host) return { begin: undefined, giveBack: [] };
    const latestMs = Date.now() - LONGEST_WAIT_MS;
    const firstInTime = host.line.findIndex(({ sinceMs }) => sinceMs >= latestMs);
    const late = host.line.splice(0, firstInTime < 0 ? host.line.length : firstInTime);
    const next = host.line.shift();
    if (!next && --host.load === 0) this.hosts.delete(name);
    if (host.line.length === 0) this.open(name);
    return { begin: next?.queue, giveBack: late.map((standing) => standing.queue) };
  }

  /** Takes everything out of line: the process stops. */
  clear(): LeasedQueue[] {
    return [...this.hosts.values()].flatMap(({ line }) => line.splice(0).map(({ queue }) => queue));
  }

  private open(name: string): void {
    for (const [webhookID, host] of this.full) if (host === name) this.full.delete(webhookID);
  }
}

function hostOf({ url }: LeasedQueue): string {
  return new URL(url).host;
}
