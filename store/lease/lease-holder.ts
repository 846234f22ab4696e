import { randomInt, randomUUID } from 'node:crypto';
import { Client } from 'pg';

/** The first half of the advisory locks that tell who holds leases; the other half is the holder's number. */
export const HOLDER_LOCKS = 4_841;

const REOPEN_MS = 100;

/**
 * A connection whose machine is gone is noticed within seconds; that of a process that is killed ends by itself, at once. Told by a statement: pgbouncer
 * refuses most of what is told when a connection is opened.
 */
const SESSION = `SET tcp_keepalives_idle = 2; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3`;

/**
 * A process that leases what waits. While it lives it holds a lock of PostgreSQL by its number, which stands in the token of each of its
 * leases: so others can tell a lease whose holder is dead, and need not wait until it is over (`LeaseHeir`).
 */
export class LeaseHolder {
  private readonly number = randomInt(1, 2 ** 31);
  private client: Client | undefined;
  private opening: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(
    private readonly url: string,
    private readonly onLost: (error: Error) => void,
  ) {}

  /** For one lease, and no other. */
  readonly newToken = (): string => `h${this.number}.${randomUUID()}`;

  /** Resolves when the lock is held, or could not be for the first time: then it is tried again until closed. */
  async open(): Promise<void> {
    const client = new Client({ connectionString: this.url, keepAlive: true });
    this.client = client;
    client.on('error', (error) => this.reopenAfter(client, error));
    client.on('end', () => this.reopenAfter(client, new Error('the connection has ended')));
    this.opening = this.lock(client).catch((error: Error) => this.reopenAfter(client, error));
    await this.opening;
  }

  /** What is leased still counts as left behind from here on. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.opening;
    await this.client?.end();
  }

  /** Shared: nobody ever waits for it, not even who has drawn the same number. */
  private async lock(client: Client): Promise<void> {
    await client.connect();
    await client.query(SESSION);
    await client.query('SELECT pg_advisory_lock_shared($1, $2)', [HOLDER_LOCKS, this.number]);
  }

  private reopenAfter(client: Client, error: Error): void {
    if (this.isClosed || this.client !== client) return;
    this.client = undefined;
    this.onLost(error);
    client.end().catch(() => undefined);
    setTimeout(() => this.isClosed || void this.open(), REOPEN_MS).unref();
  }
}
