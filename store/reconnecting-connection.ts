import { Client } from 'pg';

interface ReconnectingOptions {
  url: string;
  /** What the connection is for: said to PostgreSQL each time that it has been opened. */
  begin: (client: Client) => Promise<void>;
  onLost: (error: Error) => void;
  reopenAfterMs: number;
}

/** A connection of its own that stays open: where it is lost, or there is none yet, it says so and is opened again, until closed. */
export class ReconnectingConnection {
  private client: Client | undefined;
  private opening: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(private readonly kept: ReconnectingOptions) {}

  /** Resolves when it has begun, or could not for the first time. */
  async open(): Promise<void> {
    const client = new Client({ connectionString: this.kept.url, keepAlive: true });
    this.client = client;
    client.on('error', (error) => this.reopenAfter(client, error));
    client.on('end', () => this.reopenAfter(client, new Error('the connection has ended')));
    this.opening = this.begin(client).catch((error: Error) => this.reopenAfter(client, error));
    await this.opening;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.opening;
    await this.client?.end();
  }

  private async begin(client: Client): Promise<void> {
    await client.connect();
    await this.kept.begin(client);
  }

  private reopenAfter(client: Client, error: Error): void {
    if (this.isClosed || this.client !== client) return;
    this.client = undefined;
    this.kept.onLost(error);
    client.end().catch(() => undefined);
    setTimeout(() => this.isClosed || void this.open(), this.kept.reopenAfterMs).unref();
  }
}
