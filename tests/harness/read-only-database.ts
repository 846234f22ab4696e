import { Client } from 'pg';

/** Makes a database read-only for new connections, and writable again, as a change of the primary does. */
export class ReadOnlyDatabase {
  private constructor(
    private readonly admin: Client,
    private readonly name: string,
  ) {}

  static async open(databaseUrl: string): Promise<ReadOnlyDatabase> {
    const admin = new Client({ connectionString: databaseUrl, options: '-c default_transaction_read_only=off' });
    await admin.connect();
    return new ReadOnlyDatabase(admin, new URL(databaseUrl).pathname.slice(1));
  }

  async setReadOnly(): Promise<void> {
    await this.admin.query(`ALTER DATABASE "${this.name}" SET default_transaction_read_only = on`);
    await this.admin.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
      [this.name],
    );
  }

  /** Connections that are open stay read-only. */
  async setWritable(): Promise<void> {
    await this.admin.query(`ALTER DATABASE "${this.name}" RESET default_transaction_read_only`);
  }

  async search<Row extends object>(text: string): Promise<Row[]> {
    return (await this.admin.query<Row>(text)).rows;
  }

  async close(): Promise<void> {
    await this.admin.end();
  }
}
