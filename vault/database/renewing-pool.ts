import { Pool, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';

/** The connection leads to a server that takes no writes: a standby, or a former primary. */
const READ_ONLY = '25006';

/** A pool that replaces its connections when their server takes no writes. */
export class RenewingPool extends Pool {
  private renewing: Promise<void> | undefined;

  override query = (async (given: string | QueryConfig, values?: unknown[]): Promise<QueryResult> => {
    const run = async (): Promise<QueryResult> => super.query<QueryResultRow>(given as QueryConfig, values as []);
    try {
      return await run();
    } catch (error) {
      if ((error as { code?: string }).code !== READ_ONLY) throw error;
      await this.renew();
      return run();
    }
  }) as Pool['query'];

  /** Closes the idle connections; one in use is closed by its own error. */
  async renew(): Promise<void> {
    this.renewing ??= this.closeIdle().finally(() => (this.renewing = undefined));
    return this.renewing;
  }

  private async closeIdle(): Promise<void> {
    const idle = Array.from({ length: this.idleCount }, async () => (await this.connect()).release(true));
    await Promise.all(idle);
  }
}
