import { Client } from 'pg';
import { statement, type Database } from './database';

/** The channels on which processes wake each other after a commit. */
export type Channel = 'outbox' | 'deliveries';

const NOTIFY = statement('wake-up', "SELECT pg_notify('holdfast_' || channel, '') FROM unnest($1::text[]) AS channel");
const COALESCE_MS = 2;

/**
 * Wakes the dispatcher after a commit. NOTIFY inside the transactions would make every commit wait for every other
 * (PostgreSQL queues notifications under one lock), so it is sent beside them, at most once in two milliseconds.
 * Losing one is harmless: the dispatcher also looks by itself.
 */
export class WakeUp {
  private readonly waiting = new Set<Channel>();
  private readonly sleepers = new Map<Channel, () => void>();

  constructor(private readonly database: Database) {}

  send(channel: Channel): void {
    if (this.waiting.size === 0) setTimeout(() => this.wakeAll(), COALESCE_MS).unref();
    this.waiting.add(channel);
  }

  /** A dispatcher of this very process is woken without a way through the database, and nobody else is. */
  onSend(channel: Channel, wake: () => void): void {
    this.sleepers.set(channel, wake);
  }

  private wakeAll(): void {
    const remote: Channel[] = [];
    for (const channel of this.waiting) {
      const wake = this.sleepers.get(channel);
      if (wake) wake();
      else remote.push(channel);
    }
    this.waiting.clear();
    if (remote.length > 0) this.database.run(NOTIFY, [remote]).catch(() => undefined);
  }
}

const REOPEN_MS = 500;

/**
 * Calls `onWake` for each wake-up; where the connection is lost, or there is none yet, says so and tries again until closed.
 */
export class WakeUpListener {
  private client: Client | undefined;
  private opening: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(
    private readonly url: string,
    private readonly onWake: (channel: Channel) => void,
    private readonly onLost: (error: Error) => void,
  ) {}

  /** Resolves when it listens, or could not for the first time. */
  async open(): Promise<void> {
    const client = new Client({ connectionString: this.url, keepAlive: true });
    this.client = client;
    client.on('error', (error) => this.reopenAfter(client, error));
    client.on('end', () => this.reopenAfter(client, new Error('the connection has ended')));
    client.on('notification', ({ channel }) => this.onWake(channel.replace('holdfast_', '') as Channel));
    this.opening = this.listen(client).catch((error: Error) => this.reopenAfter(client, error));
    await this.opening;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.opening;
    await this.client?.end();
  }

  private async listen(client: Client): Promise<void> {
    await client.connect();
    await client.query('LISTEN holdfast_outbox; LISTEN holdfast_deliveries;');
  }

  private reopenAfter(client: Client, error: Error): void {
    if (this.isClosed || this.client !== client) return;
    this.client = undefined;
    this.onLost(error);
    client.end().catch(() => undefined);
    setTimeout(() => this.isClosed || void this.open(), REOPEN_MS).unref();
  }
}
