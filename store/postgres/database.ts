import pg, { types, type QueryResult } from 'pg';
import { Sequelize } from 'sequelize';
import { withMicroseconds } from '../../domain/platform/rfc3339/rfc3339';
import type { Bound } from '../../runtime/postgres/prepared-query';
import { sendTogether } from '../../runtime/postgres/send-together';
import { DatabaseClient } from './client';
import { ConnectionRenewal } from './connection-renewal';
import { DatabaseUnavailable, classifyFailure, isConnectionLost, isReadOnly, withRetries } from './database-failure';
import { MultiplexedConnection } from './multiplexed-connection';

/** Reads int8 as bigint: money never passes through a float. */
const INT8_OID = 20;
types.setTypeParser(INT8_OID, BigInt);

/** Keeps the microseconds of timestamptz, which a `Date` alone would lose. */
const TIMESTAMPTZ_OID = 1184;
const MICROSECONDS = /\.(\d{4,6})/;
const readDate = types.getTypeParser(TIMESTAMPTZ_OID) as (text: string) => Date;
types.setTypeParser(TIMESTAMPTZ_OID, (text) => {
  const [, fraction] = MICROSECONDS.exec(text) ?? [];
  return fraction === undefined ? readDate(text) : withMicroseconds(readDate(text), fraction);
});

/** A statement, prepared unless its name is empty. `npm run check` compares `Row` with the database. */
export interface Statement<Row = unknown> {
  name: string;
  text: string;
  isLookup?: boolean;
  /** Never set: carries the type of a row. */
  row?: Row;
}

const declared = new Map<string, string>();

/** The statements of the loaded files by name, for the check of row types. */
export const declaredStatements: ReadonlyMap<string, string> = declared;

export function statement<Row = unknown>(name: string, text: string): Statement<Row> {
  declared.set(name, text);
  return { name, text };
}

/** Declares a lookup by key that waits for no lock. Outside a transaction it shares a connection with other lookups. */
export function lookup<Row>(name: string, text: string): Statement<Row> {
  declared.set(name, text);
  return { name, text, isLookup: true };
}

const PING = statement<{ mode: string | null }>('ping', `SELECT current_setting('transaction_read_only') AS mode`);
const BEGIN: Bound = { name: 'begin', text: 'BEGIN', values: [] };
const COMMIT: Bound = { name: 'commit', text: 'COMMIT', values: [] };

/** The beginning of a query, `SELECT … FROM …`, that a search completes without changing its rows. */
export interface Selection<Row> {
  /** The whole query, unnamed, because the best plan of a search depends on its values. */
  with(rest: string): Statement<Row>;
}

/** Declares the beginning of a query. Its name serves the check of row types. */
export function selection<Row>(name: string, text: string): Selection<Row> {
  declared.set(name, text);
  return { with: (rest) => ({ name: '', text: `${text} ${rest}` }) };
}

export interface BoundStatement<Row = unknown> extends Statement<Row> {
  values: readonly unknown[];
}

export interface Answers {
  getRows<Row>(asked: BoundStatement<Row>): Row[];
}

/** An open transaction. Sequelize's own would cost two more round trips for begin and commit. */
export interface Transaction {
  readonly connection: DatabaseClient;
  isBegun: boolean;
  /** Set when COMMIT has been sent: until the response its outcome is unknown. */
  isEnding: boolean;
  isCommitted: boolean;
  /** Called once its outcome is known. */
  readonly onEnd: ((outcome: { isCommitted: boolean }) => void)[];
}

export interface DatabaseOptions {
  url: string;
  poolSize?: number;
  /** PostgreSQL settings of its connections besides `SETTINGS`, e.g. `QUEUE_SETTINGS`. */
  settings?: Readonly<Record<string, string>>;
}

const MODEL_POOL_SIZE = 3;

/** Connections may plan statements on empty queue tables, where a sequential scan looks as cheap as an index scan (decision 62). */
const SETTINGS = { enable_seqscan: 'off' };

/**
 * Settings of connections that lease and record at each step of a payment. A commit does not wait for the disk. PostgreSQL believes that a plan for the
 * parameters of one execution is cheaper than the kept one, and planned three statements again each time for 1 to 2 ms (decision 62).
 */
export const QUEUE_SETTINGS = { synchronous_commit: 'off', plan_cache_mode: 'force_generic_plan' };

/** Runs prepared statements on Sequelize's pool, because planning a write to five tables costs more than running it. */
export class Database {
  readonly sequelize: Sequelize;
  /** With the password: for child processes that connect too. */
  readonly url: string;
  private cold: Sequelize | undefined;
  private readonly renewal = new ConnectionRenewal(() => this.lookups.renew());
  private readonly lookups = new MultiplexedConnection({
    connect: async () => this.connect(),
    release: (connection, { isLost }) => {
      if (isLost) this.discard(connection);
      this.release(connection);
    },
  });

  constructor(options: DatabaseOptions) {
    this.url = options.url;
    this.sequelize = new Sequelize(options.url, {
      dialect: 'postgres',
      dialectModule: { ...pg, Client: DatabaseClient },
      logging: false,
      pool: { max: options.poolSize ?? 16, min: 0, acquire: 15_000, idle: 30_000, validate: this.renewal.isUsable },
      dialectOptions: {
        statement_timeout: 30_000,
        idle_in_transaction_session_timeout: 30_000,
        connectionTimeoutMillis: 5_000,
        keepAlive: true,
        options: settingsOption({ ...SETTINGS, ...options.settings }),
      },
    });
    this.renewal.track(this.sequelize);
  }

  /**
   * Runs `work` in one transaction: commits when it returns, rolls back when it throws. BEGIN is sent with the first
   * statement, COMMIT with the last ones if `work` uses `commitWith`.
   * Retries after contention or a lost connection, so `work` must have no effects outside the transaction.
   * @throws DatabaseUnavailable if nothing was committed, OutcomeUnknown if that is unknown
   */
  async transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return withRetries(() => this.onConnection((connection) => this.attempt(connection, work)));
  }

  private async attempt<Result>(
    connection: DatabaseClient,
    work: (tx: Transaction) => Promise<Result>,
  ): Promise<Result> {
    const tx: Transaction = { connection, isBegun: false, isEnding: false, isCommitted: false, onEnd: [] };
    try {
      const result = await work(tx);
      if (tx.isBegun && !tx.isCommitted) await this.commitWith([], tx);
      return result;
    } catch (error) {
      if (tx.isBegun && !tx.isCommitted) await connection.query('ROLLBACK').catch(() => this.discard(connection));
      throw tx.isCommitted ? error : classifyFailure(error, { mayBeCommitted: tx.isEnding });
    } finally {
      for (const end of tx.onEnd) end(tx);
    }
  }

  /** Runs independent statements and COMMIT in one round trip. */
  async commitWith(statements: readonly BoundStatement[], tx: Transaction): Promise<Answers> {
    tx.isEnding = true;
    const answers = await sendWithin(tx, [...statements, COMMIT]);
    assertCommitted(answers.at(-1));
    tx.isCommitted = true;
    return { getRows: <Row>(asked: BoundStatement<Row>) => (answers[statements.indexOf(asked)]?.rows ?? []) as Row[] };
  }

  /** Runs a prepared statement, in `tx` or alone. @throws DatabaseUnavailable, OutcomeUnknown without `tx` */
  async run<Row>(query: Statement<Row>, values: readonly unknown[], tx?: Transaction): Promise<Row[]> {
    if (tx) return getRows<Row>(await sendWithin(tx, [{ ...query, values }]));
    const run = async (connection: DatabaseClient) => runAlone<Row>(connection, query, values);
    return withRetries(async () => (query.isLookup ? this.lookups.use(run, isConnectionLoss) : this.onConnection(run)));
  }

  /** Runs an undeclared statement: for tests and measurements. */
  async search<Row>(text: string, values: readonly unknown[], tx?: Transaction): Promise<Row[]> {
    const query: Statement<Row> = { name: '', text };
    return this.run(query, values, tx);
  }

  /** @throws DatabaseUnavailable also if it takes no writes */
  async ping(): Promise<void> {
    if ((await this.run(PING, []))[0]?.mode !== 'on') return;
    this.renewal.renew();
    throw new DatabaseUnavailable(new Error('the database takes no writes'));
  }

  connections(): { using: number; idle: number; waiting: number } {
    const { using, available, waiting } = this.pool;
    return { using, idle: available, waiting };
  }

  /** The connection of the models, with a small pool of its own so that lists take no connection from payments. */
  get modelConnection(): Sequelize {
    if (this.cold) return this.cold;
    this.cold = new Sequelize(this.url, {
      dialect: 'postgres',
      logging: false,
      define: { timestamps: false },
      pool: { max: MODEL_POOL_SIZE, min: 0, acquire: 15_000, idle: 10_000, validate: this.renewal.isUsable },
      dialectOptions: { statement_timeout: 10_000, connectionTimeoutMillis: 5_000, keepAlive: true },
    });
    this.renewal.track(this.cold);
    return this.cold;
  }

  async close(): Promise<void> {
    await Promise.all([this.sequelize.close(), this.cold?.close()]);
  }

  private async onConnection<Result>(work: (connection: DatabaseClient) => Promise<Result>): Promise<Result> {
    const connection = await this.connect();
    try {
      return await work(connection);
    } catch (error) {
      if (isConnectionLoss(error)) this.discard(connection);
      if (error instanceof Error && isReadOnly(error.cause)) this.renewal.renew();
      throw error;
    } finally {
      this.release(connection);
    }
  }

  private release(connection: DatabaseClient): void {
    this.sequelize.connectionManager.releaseConnection(connection);
  }

  private async connect(): Promise<DatabaseClient> {
    try {
      return (await this.sequelize.connectionManager.getConnection({ type: 'write' })) as unknown as DatabaseClient;
    } catch (error) {
      throw new DatabaseUnavailable(error);
    }
  }

  private discard(connection: DatabaseClient): void {
    this.pool.destroy(connection).catch(() => undefined);
  }

  private get pool(): Pool {
    return (this.sequelize.connectionManager as unknown as { pool: Pool }).pool;
  }
}

/** Sequelize's pool, which its types do not declare. */
interface Pool {
  readonly using: number;
  readonly available: number;
  readonly waiting: number;
  destroy(one: DatabaseClient): Promise<void>;
}

function settingsOption(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** Sends statements of a transaction, with BEGIN before the first. */
async function sendWithin(tx: Transaction, statements: readonly Bound[]): Promise<QueryResult[]> {
  if (tx.isBegun) return sendTogether(tx.connection, statements);
  tx.isBegun = true;
  const [, ...results] = await sendTogether(tx.connection, [BEGIN, ...statements]);
  return results;
}

function getRows<Row>([result]: readonly QueryResult[]): Row[] {
  return (result?.rows ?? []) as Row[];
}

/** Runs one statement as a transaction. A failed SELECT has changed nothing. */
async function runAlone<Row>(
  client: DatabaseClient,
  query: Statement<Row>,
  values: readonly unknown[],
): Promise<Row[]> {
  try {
    return getRows<Row>(await sendTogether(client, [{ ...query, values }]));
  } catch (error) {
    throw classifyFailure(error, { mayBeCommitted: !/^\s*SELECT\b/.test(query.text) });
  }
}

function isConnectionLoss(error: unknown): boolean {
  return error instanceof Error && (isConnectionLost(error.cause) || isReadOnly(error.cause));
}

/** PostgreSQL answers COMMIT with ROLLBACK if an earlier statement failed and its error was ignored. */
function assertCommitted(end: QueryResult | undefined): void {
  if (end?.command !== 'COMMIT') throw new Error('the transaction ignored that one of its statements had failed');
}

export function isUniqueViolation(error: unknown, index: string): boolean {
  const cause = (error as { parent?: unknown }).parent ?? error;
  const { code, constraint } = cause as { code?: string; constraint?: string };
  return code === '23505' && constraint === index;
}
