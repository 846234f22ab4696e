import { statement, type Database } from './database';
import { ReconnectingConnection } from './reconnecting-connection';

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

/** Calls `onWake` for each wake-up; where the connection is lost, or there is none yet, says so and tries again until closed. */
export class WakeUpListener {
  private readonly connection: ReconnectingConnection;

  constructor(url: string, onWake: (channel: Channel) => void, onLost: (error: Error) => void) {
    this.connection = new ReconnectingConnection({
      url,
      reopenAfterMs: REOPEN_MS,
      onLost,
      begin: async (client) => {
        client.on('notification', ({ channel }) => onWake(channel.replace('holdfast_', '') as Channel));
        await client.query('LISTEN holdfast_outbox; LISTEN holdfast_deliveries;');
      },
    });
  }

  /** Resolves when it listens, or could not for the first time. */
  open(): Promise<void> {
    return this.connection.open();
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}
