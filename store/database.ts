import pg, { types, type QueryResult } from 'pg';
import { Sequelize } from 'sequelize';
import { withMicroseconds } from '../domain/rfc3339/rfc3339';
import { sendTogether, type Bound } from '../runtime/postgres/send-together';
import { Client } from './client';
import { DatabaseUnavailable, classifyFailure, isConnectionLost, withRetries } from './database-failure';
import { MultiplexedConnection } from './multiplexed-connection';

/** The int8 of PostgreSQL becomes a bigint everywhere: money never passes through a float. */
const INT8_OID = 20;
types.setTypeParser(INT8_OID, BigInt);

/** A timestamptz keeps its microseconds, which a `Date` alone would lose: a caller's moment is given back as it was sent. */
const TIMESTAMPTZ_OID = 1184;
const MICROSECONDS = /\.(\d{4,6})/;
const readDate = types.getTypeParser(TIMESTAMPTZ_OID) as (text: string) => Date;
types.setTypeParser(TIMESTAMPTZ_OID, (text) => {
  const [, fraction] = MICROSECONDS.exec(text) ?? [];
  return fraction === undefined ? readDate(text) : withMicroseconds(readDate(text), fraction);
});

/**
 * A statement that each connection plans once and then runs by name, unique in the project; without a name it is planned for
 * its values each time. `Row` is what it returns: `npm run check` compares it with the database.
 */
export interface Statement<Row = unknown> {
  name: string;
  text: string;
  /** Whether it is a look-up: see `lookup`. */
  isLookup?: boolean;
  /** Never there: the type of a row goes where the statement goes. */
  row?: Row;
}

const declared = new Map<string, string>();

/** The statements that the loaded files declare, by name: for the check that holds their row types to the database. */
export const declaredStatements: ReadonlyMap<string, string> = declared;

/** Declares a prepared statement and what a row of it is; without rows, or where they are only counted, nothing. */
export function statement<Row = unknown>(name: string, text: string): Statement<Row> {
  declared.set(name, text);
  return { name, text };
}

/**
 * Declares a prepared statement that finds by a key, waits for no lock and is answered at once. Alone, it shares a connection with the
 * look-ups that are under way beside it.
 */
export function lookup<Row>(name: string, text: string): Statement<Row> {
  declared.set(name, text);
  return { name, text, isLookup: true };
}

const PING = statement('ping', 'SELECT 1');
const BEGIN: Bound = { name: 'begin', text: 'BEGIN', values: [] };
const COMMIT: Bound = { name: 'commit', text: 'COMMIT', values: [] };

/** The beginning of a query, `SELECT … FROM …`, which a search goes on with: what follows changes nothing of its rows. */
export interface Selection<Row> {
  /** The whole query; planned for its values, because the best plan of a search depends on what is asked. */
  with(rest: string): Statement<Row>;
}

/** Declares the beginning of a query. It has a name only to be checked by. */
export function selection<Row>(name: string, text: string): Selection<Row> {
  declared.set(name, text);
  return { with: (rest) => ({ name: '', text: `${text} ${rest}` }) };
}

/** A statement with its values. */
export interface BoundStatement<Row = unknown> extends Statement<Row> {
  values: readonly unknown[];
}

/** What statements that were run together returned. */
export interface Answers {
  getRows<Row>(asked: BoundStatement<Row>): Row[];
}

/**
 * A transaction under way: given to whatever shall be part of it, looked into by `Database` alone. Not Sequelize's own, whose
 * beginning and end would cost two round trips more and as much time as a statement each.
 */
export interface Transaction {
  readonly connection: Client;
  /** From when its beginning has been sent, with its first statement. */
  isBegun: boolean;
  /** From when its end has been sent: until the answer nobody knows whether it stands. */
  isEnding: boolean;
  isCommitted: boolean;
}

export interface DatabaseOptions {
  url: string;
  /** Connections that this process keeps at the most. */
  poolSize?: number;
  /** Settings of PostgreSQL that hold on its connections, beside `SETTINGS`: `synchronous_commit: 'off'`. */
  settings?: Readonly<Record<string, string>>;
}

/**
 * A plan is made once a connection, of a table of what waits nearly always while nothing does. Where an index serves it must be by the index
 * then too: after a vacuum of the empty table PostgreSQL would walk through all of it until it is analysed again, and ten thousand that
 * begin to wait at once would be walked through for each of them (decision 62).
 */
const SETTINGS = { enable_seqscan: 'off' };

/**
 * The record. Wraps Sequelize's pool; statements of the hot paths run prepared on the pool's own
 * connections, because planning a statement that writes five tables costs more than running it.
 */
export class Database {
  readonly sequelize: Sequelize;
  /** With its password: for a process of ours that reads the record too. */
  readonly url: string;
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
      dialectModule: { ...pg, Client },
      logging: false,
      pool: { max: options.poolSize ?? 16, min: 0, acquire: 15_000, idle: 30_000 },
      dialectOptions: {
        statement_timeout: 30_000,
        idle_in_transaction_session_timeout: 30_000,
        connectionTimeoutMillis: 5_000,
        keepAlive: true,
        options: settingsOption({ ...SETTINGS, ...options.settings }),
      },
    });
  }

  /**
   * Runs `work` in one transaction: commits what it returns, rolls back what it throws. Its first statement is sent
   * together with the beginning, and its last with the end where it says so (`commitWith`).
   *
   * What PostgreSQL has undone because of another transaction, or of a connection that died before the end, is done again:
   * `work` does nothing that is not of its transaction, and begins anew each time.
   * @throws RecordUnavailable where nothing was done, OutcomeUnknown where nobody knows
   */
  async transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return withRetries(() => this.onConnection((connection) => this.attempt(connection, work)));
  }

  private async attempt<Result>(connection: Client, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const tx: Transaction = { connection, isBegun: false, isEnding: false, isCommitted: false };
    try {
      const result = await work(tx);
      if (tx.isBegun && !tx.isCommitted) await this.commitWith([], tx);
      return result;
    } catch (error) {
      if (tx.isBegun && !tx.isCommitted) await connection.query('ROLLBACK').catch(() => this.discard(connection));
      throw tx.isCommitted ? error : classifyFailure(error, { mayBeCommitted: tx.isEnding });
    }
  }

  /**
   * Runs the last statements of a transaction and commits it, all in one round trip: for statements of which none needs
   * another's answer, with nothing left to decide after them.
   */
  async commitWith(statements: readonly BoundStatement[], tx: Transaction): Promise<Answers> {
    tx.isEnding = true;
    const answers = await sendWithin(tx, [...statements, COMMIT]);
    assertCommitted(answers.at(-1));
    tx.isCommitted = true;
    return { getRows: <Row>(asked: BoundStatement<Row>) => (answers[statements.indexOf(asked)]?.rows ?? []) as Row[] };
  }

  /**
   * Runs a prepared statement, in `tx` or on a connection of its own, and returns its rows.
   * @throws RecordUnavailable, OutcomeUnknown without `tx`, as `transaction` does
   */
  async run<Row>(what: Statement<Row>, values: readonly unknown[], tx?: Transaction): Promise<Row[]> {
    if (tx) return getRows<Row>(await sendWithin(tx, [{ ...what, values }]));
    const run = async (connection: Client) => runAlone<Row>(connection, what, values);
    return withRetries(async () =>
      what.isLookup ? this.lookups.use(run, isOfLostConnection) : this.onConnection(run),
    );
  }

  /** Runs what no file declares and no check has seen: for tests and measurements. */
  async search<Row>(text: string, values: readonly unknown[], tx?: Transaction): Promise<Row[]> {
    const what: Statement<Row> = { name: '', text };
    return this.run(what, values, tx);
  }

  /** Resolves when the record answers. */
  async ping(): Promise<void> {
    await this.run(PING, []);
  }

  /** How many connections work, how many wait for work, and how much work waits for one. */
  connections(): { using: number; idle: number; waiting: number } {
    const { using, available, waiting } = this.pool;
    return { using, idle: available, waiting };
  }

  async close(): Promise<void> {
    await this.sequelize.close();
  }

  private async onConnection<Result>(work: (connection: Client) => Promise<Result>): Promise<Result> {
    const connection = await this.connect();
    try {
      return await work(connection);
    } catch (error) {
      if (isOfLostConnection(error)) this.discard(connection);
      throw error;
    } finally {
      this.release(connection);
    }
  }

  private release(connection: Client): void {
    this.sequelize.connectionManager.releaseConnection(connection);
  }

  private async connect(): Promise<Client> {
    try {
      return (await this.sequelize.connectionManager.getConnection({ type: 'write' })) as unknown as Client;
    } catch (error) {
      throw new DatabaseUnavailable(error);
    }
  }

  /** Whoever connects next gets a new connection; nobody waits for this one to end. */
  private discard(connection: Client): void {
    this.pool.destroy(connection).catch(() => undefined);
  }

  private get pool(): Pool {
    return (this.sequelize.connectionManager as unknown as { pool: Pool }).pool;
  }
}

/** Sequelize's own, which its types do not tell of. */
interface Pool {
  readonly using: number;
  readonly available: number;
  readonly waiting: number;
  destroy(one: Client): Promise<void>;
}

function settingsOption(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** Sends statements of a transaction, the first ones with its beginning. */
async function sendWithin(tx: Transaction, statements: readonly Bound[]): Promise<QueryResult[]> {
  if (tx.isBegun) return sendTogether(tx.connection, statements);
  tx.isBegun = true;
  const [, ...results] = await sendTogether(tx.connection, [BEGIN, ...statements]);
  return results;
}

function getRows<Row>([result]: readonly QueryResult[]): Row[] {
  return (result?.rows ?? []) as Row[];
}

/** A statement that is a transaction of its own. One that only reads has done nothing, whatever became of it. */
async function runAlone<Row>(client: Client, what: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
  try {
    return getRows<Row>(await sendTogether(client, [{ ...what, values }]));
  } catch (error) {
    throw classifyFailure(error, { mayBeCommitted: !/^\s*SELECT\b/.test(what.text) });
  }
}

function isOfLostConnection(error: unknown): boolean {
  return error instanceof Error && isConnectionLost(error.cause);
}

/** PostgreSQL answers a commit with a rollback when a statement had failed and nobody let that error through. */
function assertCommitted(end: QueryResult | undefined): void {
  if (end?.command !== 'COMMIT') throw new Error('the transaction went on after a statement of it had failed');
}

/** Tells whether an error is the violation of the unique index `index`. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  const cause = (error as { parent?: unknown }).parent ?? error;
  const { code, constraint } = cause as { code?: string; constraint?: string };
  return code === '23505' && constraint === index;
}
