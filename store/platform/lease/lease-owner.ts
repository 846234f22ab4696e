import { randomInt, randomUUID } from 'node:crypto';
import { ReconnectingConnection } from '../../postgres/reconnecting-connection';

/** The first number of the advisory locks of lease owners; the second is the owner's. */
export const OWNER_LOCKS = 4_841;

/** Well below the second after which an owner counts as dead. */
const REOPEN_AFTER_MS = 100;

/** Ends the session of a lost machine within seconds. A statement, because pgbouncer refuses most startup options. */
const KEEPALIVE = `SET tcp_keepalives_idle = 2; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3`;

/**
 * A process that leases commands and webhook queues. While it lives it holds an advisory lock by its number, which begins the token of each
 * of its leases; `LeaseReaper` reclaims leases without such a lock.
 */
export class LeaseOwner {
  private readonly number = randomInt(1, 2 ** 31);
  private readonly session: ReconnectingConnection;

  constructor(url: string, onLost: (error: Error) => void) {
    this.session = new ReconnectingConnection({
      url,
      reopenAfterMs: REOPEN_AFTER_MS,
      onLost,
      begin: async (client) => {
        await client.query(KEEPALIVE);
        // Shared, so two owners with the same number do not block each other.
        await client.query('SELECT pg_advisory_lock_shared($1, $2)', [OWNER_LOCKS, this.number]);
      },
    });
  }

  /** Creates the token of one lease. */
  readonly newToken = (): string => `h${this.number}.${randomUUID()}`;

  /** Resolves when the lock is held, or the first attempt failed; then it is retried until closed. */
  open(): Promise<void> {
    return this.session.open();
  }

  /** Releases the lock: remaining leases are reclaimed. */
  close(): Promise<void> {
    return this.session.close();
  }
}
