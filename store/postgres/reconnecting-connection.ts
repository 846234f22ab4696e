import { Client } from 'pg';

interface ReconnectingOptions {
  url: string;
  /** Runs after each connect. */
  begin: (client: Client) => Promise<void>;
  onLost: (error: Error) => void;
  reopenAfterMs: number;
}

/** A connection outside the pool that reconnects until it is closed. */
export class ReconnectingConnection {
  private client: Client | undefined;
  private opening: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(private readonly options: ReconnectingOptions) {}

  /** Resolves when it is connected, or the first attempt failed. */
  async open(): Promise<void> {
    const client = new Client({ connectionString: this.options.url, keepAlive: true });
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
    await this.options.begin(client);
  }

  private reopenAfter(client: Client, error: Error): void {
    if (this.isClosed || this.client !== client) return;
    this.client = undefined;
    this.options.onLost(error);
    client.end().catch(() => undefined);
    setTimeout(() => this.isClosed || void this.open(), this.options.reopenAfterMs).unref();
  }
}
