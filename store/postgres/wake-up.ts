import type { PerhapsLeased } from '../delivery/webhook/queue.free';
import type { LeasedQueue } from '../delivery/webhook/queue.lease';
import { statement, type Database, type Transaction } from './database';
import { ReconnectingConnection } from './reconnecting-connection';

export type Channel = 'outbox' | 'deliveries';

const NOTIFY = statement('wake-up', "SELECT pg_notify('holdfast_' || channel, '') FROM unnest($1::text[]) AS channel");
const COALESCE_MS = 2;
/** After a pause of this length a wake-up is not delayed; under load most are, so that one lease fetches more. */
const IDLE_MS = 20;

/** The dispatcher of deliveries of this process, which takes what is leased with a change. */
export interface LocalDeliveries {
  /** The token of a lease; undefined if it takes no more now. */
  newToken(): string | undefined;
  accept(leased: readonly LeasedQueue[]): void;
  /** Frees what a transaction without an answer has perhaps leased. */
  abandon(lease: PerhapsLeased): void;
}

/**
 * Wakes dispatchers after a commit. NOTIFY inside transactions would serialise commits. Losing one only delays work
 * until the next poll.
 */
export class WakeUp {
  private readonly pending = new Set<Channel>();
  private readonly localDispatchers = new Map<Channel, () => void>();
  private wokenMs = -Infinity;
  deliveries: LocalDeliveries | undefined;

  constructor(private readonly database: Database) {}

  send(channel: Channel): void {
    if (this.pending.size === 0) this.wakeSoon();
    this.pending.add(channel);
  }

  /** Registers a local dispatcher, which is woken directly and instead of remote ones. */
  onSend(channel: Channel, wake: () => void): void {
    this.localDispatchers.set(channel, wake);
  }

  /** The token by which a transaction leases new queues for the dispatcher of this process, if that takes any. */
  leaseWithin(tx: Transaction, queue: Omit<PerhapsLeased, 'token'>): string | undefined {
    const token = this.deliveries?.newToken();
    if (token === undefined) return undefined;
    tx.onEnd.push(({ isCommitted }) => {
      if (!isCommitted) this.deliveries?.abandon({ ...queue, token });
    });
    return token;
  }

  private wakeSoon(): void {
    const isIdle = performance.now() - this.wokenMs >= IDLE_MS;
    if (isIdle) setImmediate(() => this.wakeAll());
    else setTimeout(() => this.wakeAll(), COALESCE_MS).unref();
  }

  private wakeAll(): void {
    this.wokenMs = performance.now();
    const remote: Channel[] = [];
    for (const channel of this.pending) {
      const wake = this.localDispatchers.get(channel);
      if (wake) wake();
      else remote.push(channel);
    }
    this.pending.clear();
    if (remote.length > 0) this.database.run(NOTIFY, [remote]).catch(() => undefined);
  }
}

const RECONNECT_DELAY_MS = 500;

/** Calls `onWake` for each wake-up. Reports a missing connection and reconnects until closed. */
export class WakeUpListener {
  private readonly connection: ReconnectingConnection;

  constructor(url: string, onWake: (channel: Channel) => void, onLost: (error: Error) => void) {
    this.connection = new ReconnectingConnection({
      url,
      reopenAfterMs: RECONNECT_DELAY_MS,
      onLost,
      begin: async (client) => {
        client.on('notification', ({ channel }) => onWake(channel.replace('holdfast_', '') as Channel));
        await client.query('LISTEN holdfast_outbox; LISTEN holdfast_deliveries;');
      },
    });
  }

  /** Resolves after the first attempt to listen. */
  open(): Promise<void> {
    return this.connection.open();
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}
