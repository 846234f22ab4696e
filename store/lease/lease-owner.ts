import { randomInt, randomUUID } from 'node:crypto';
import { ReconnectingConnection } from '../reconnecting-connection';

/** The first half of the advisory locks that tell who holds leases; the other half is the holder's number. */
export const OWNER_LOCKS = 4_841;

/** Well within the second after which others take him for dead. */
const REOPEN_MS = 100;

/**
 * A connection whose machine is gone is noticed within seconds; that of a process that is killed ends by itself, at once. Told by a
 * statement: pgbouncer refuses most of what is told when a connection is opened.
 */
const KEEPALIVE = `SET tcp_keepalives_idle = 2; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3`;

/**
 * A process that leases what waits. While it lives it holds a lock of PostgreSQL by its number, which stands in the token of each of
 * its leases: so others can tell a lease whose holder is dead, and need not wait until it is over (`LeaseHeir`).
 */
export class LeaseOwner {
  private readonly number = randomInt(1, 2 ** 31);
  private readonly session: ReconnectingConnection;

  constructor(url: string, onLost: (error: Error) => void) {
    this.session = new ReconnectingConnection({
      url,
      reopenAfterMs: REOPEN_MS,
      onLost,
      begin: async (client) => {
        await client.query(KEEPALIVE);
        // Shared: nobody ever waits for it, not even who has drawn the same number.
        await client.query('SELECT pg_advisory_lock_shared($1, $2)', [OWNER_LOCKS, this.number]);
      },
    });
  }

  /** For one lease, and no other. */
  readonly newToken = (): string => `h${this.number}.${randomUUID()}`;

  /** Resolves when the lock is held, or could not be for the first time: then it is tried again until closed. */
  open(): Promise<void> {
    return this.session.open();
  }

  /** What is leased still counts as left behind from here on. */
  close(): Promise<void> {
    return this.session.close();
  }
}
