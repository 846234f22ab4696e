import pg, { types, type ClientConfig, type QueryResult } from 'pg';
import { Sequelize } from 'sequelize';

/** The int8 of PostgreSQL becomes a bigint everywhere: money never passes through a float. */
const INT8_OID = 20;
types.setTypeParser(INT8_OID, BigInt);

/** A statement that each connection plans once and then runs by name. Its `name` is unique in the project. */
export interface Statement {
  name: string;
  text: string;
}

/** Declares a prepared statement. */
export function statement(name: string, text: string): Statement {
  return { name, text };
}

/** A statement with its values. */
export interface BoundStatement extends Statement {
  values: readonly unknown[];
}

/**
 * A connection on which statements are sent without waiting for the answers of those before them. They run in their order
 * all the same, so a transaction may `Promise.all` what it writes and pays for one round trip.
 */
class Client extends pg.Client {
  constructor(config?: ClientConfig) {
    super({ ...config, pipeline: true });
  }
}

/**
 * A transaction under way: given to whatever shall be part of it, looked into by `Database` alone. Not Sequelize's own, whose
 * beginning and end would cost two round trips more and as much time as a statement each.
 */
export interface Transaction {
  readonly connection: Client;
  isCommitted: boolean;
}

export interface DatabaseOptions {
  url: string;
  /** Connections that this process keeps at the most. */
  poolSize?: number;
}

/**
 * The record. Wraps Sequelize's pool; statements of the hot paths run prepared on the pool's own
 * connections, because planning a statement that writes five tables costs more than running it.
 */
export class Database {
  readonly sequelize: Sequelize;
  /** With its password: for a process of ours that reads the record too. */
  readonly url: string;

  constructor(options: DatabaseOptions) {
    this.url = options.url;
    this.sequelize = new Sequelize(options.url, {
      dialect: 'postgres',
      dialectModule: { ...pg, Client },
      logging: false,
      pool: { max: options.poolSize ?? 16, min: 0, acquire: 15_000, idle: 30_000 },
      dialectOptions: { statement_timeout: 30_000, idle_in_transaction_session_timeout: 30_000, keepAlive: true },
    });
  }

  /**
   * Runs `work` in one transaction: commits what it returns, rolls back what it throws. Its first statement is sent
   * together with the beginning, and its last with the end where it says so (`commitWith`).
   */
  async transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.onConnection(async (connection) => {
      const tx: Transaction = { connection, isCommitted: false };
      const begun = send(connection, 'BEGIN');
      const working = (async () => work(tx))();
      try {
        const [result] = await Promise.all([working, begun]);
        if (!tx.isCommitted) assertCommitted(await send(connection, 'COMMIT'));
        return result;
      } catch (error) {
        await working.catch(() => undefined);
        await connection.query('ROLLBACK').catch(() => this.discard(connection));
        throw error;
      }
    });
  }

  /**
   * Runs the last statements of a transaction and commits it, all in one round trip: for statements of which none needs
   * another's answer, with nothing left to decide after them.
   * @returns the rows of each
   */
  async commitWith(statements: readonly BoundStatement[], tx: Transaction): Promise<unknown[][]> {
    const sent = statements.map((each) => send(tx.connection, each));
    const answers = await Promise.allSettled([...sent, send(tx.connection, 'COMMIT')]);
    const failed = answers.find((answer) => answer.status === 'rejected');
    if (failed) throw failed.reason;
    const results = await Promise.all(sent);
    assertCommitted((answers.at(-1) as PromiseFulfilledResult<QueryResult>).value);
    tx.isCommitted = true;
    return results.map(({ rows }) => rows as unknown[]);
  }

  /** Runs a prepared statement, in `tx` or on a connection of its own, and returns its rows. */
  async run<Row>(what: Statement, values: readonly unknown[], tx?: Transaction): Promise<Row[]> {
    if (tx) return runOn<Row>(tx.connection, what, values);
    return this.onConnection((connection) => runOn<Row>(connection, what, values));
  }

  /**
   * Runs a statement that is planned for its values each time: for searches, whose best plan depends on what is asked.
   */
  async search<Row>(text: string, values: readonly unknown[], tx?: Transaction): Promise<Row[]> {
    return this.run<Row>({ name: '', text }, values, tx);
  }

  async close(): Promise<void> {
    await this.sequelize.close();
  }

  private async onConnection<Result>(work: (connection: Client) => Promise<Result>): Promise<Result> {
    const { connectionManager } = this.sequelize;
    const connection = await connectionManager.getConnection({ type: 'write' });
    try {
      return await work(connection as unknown as Client);
    } finally {
      connectionManager.releaseConnection(connection);
    }
  }

  private async discard(connection: Client): Promise<void> {
    const { pool } = this.sequelize.connectionManager as unknown as { pool: { destroy(one: Client): Promise<void> } };
    await pool.destroy(connection).catch(() => undefined);
  }
}

async function runOn<Row>(client: Client, what: Statement, values: readonly unknown[]): Promise<Row[]> {
  const { rows } = await send(client, { ...what, values });
  return rows as Row[];
}

/** What is sent in one turn of the event loop leaves in one packet: a packet costs more than many a statement. */
function send(client: Client, what: string | BoundStatement): Promise<QueryResult> {
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
  if (typeof what === 'string') return client.query(what);
  return client.query({ name: what.name || undefined, text: what.text, values: [...what.values] });
}

/** PostgreSQL answers a commit with a rollback when a statement had failed and nobody let that error through. */
function assertCommitted({ command }: QueryResult): void {
  if (command !== 'COMMIT') throw new Error('the transaction went on after a statement of it had failed');
}

/** Tells whether an error is the violation of the unique index `index`. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  const cause = (error as { parent?: unknown }).parent ?? error;
  const { code, constraint } = cause as { code?: string; constraint?: string };
  return code === '23505' && constraint === index;
}
