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

/** Calls `onWake` for each wake-up; reconnects by itself until closed. */
export class WakeUpListener {
  private client: Client | undefined;
  private closed = false;

  constructor(
    private readonly url: string,
    private readonly onWake: (channel: Channel) => void,
  ) {}

  async open(): Promise<void> {
    const client = new Client({ connectionString: this.url, keepAlive: true });
    client.on('error', () => this.reopen());
    client.on('end', () => this.reopen());
    client.on('notification', ({ channel }) => this.onWake(channel.replace('holdfast_', '') as Channel));
    await client.connect();
    this.client = client;
    await client.query('LISTEN holdfast_outbox; LISTEN holdfast_deliveries;');
  }

  private reopen(): void {
    if (this.closed || !this.client) return;
    this.client = undefined;
    setTimeout(() => void this.open().catch(() => this.reopenLater()), 500).unref();
  }

  private reopenLater(): void {
    if (!this.closed) setTimeout(() => void this.open().catch(() => this.reopenLater()), 1_000).unref();
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.client?.end();
  }
}
