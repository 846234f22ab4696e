import pg, { type Connection, type PoolClient, type QueryResult } from 'pg';

/** A statement that each connection plans once and then runs by name, with its values. */
export interface Bound {
  name: string;
  text: string;
  values: readonly unknown[];
}

/** What the driver's connection can besides what its types tell of. */
interface Wire {
  parsedStatements: Record<string, string>;
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: readonly unknown[] }): void;
  describe(message: { type: 'P' }): void;
  execute(): void;
  sync(): void;
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

/** Statements that are sent and answered together. The driver reads the answers as those to one query of several statements. */
class PipelinedQuery extends pg.Query {
  constructor(
    private readonly statements: readonly Bound[],
    answered: (error: Error | undefined, answers: QueryResult | QueryResult[]) => void,
  ) {
    super('', answered);
  }

  override submit = (connection: Connection): void => {
    const wire = connection as unknown as Wire;
    // Leaves in one piece: each write costs more than many a statement.
    connection.stream.cork();
    try {
      for (const { name, text, values } of this.statements) {
        if (wire.parsedStatements[name] === undefined) wire.parse({ name, text });
        // True unless something fails, and then the connection goes.
        wire.parsedStatements[name] = text;
        wire.bind({ statement: name, values: values.map(prepareValue) });
        wire.describe({ type: 'P' });
        wire.execute();
      }
      wire.sync();
    } finally {
      connection.stream.uncork();
    }
  };
}

/**
 * Runs statements in one round trip, each of them seeing what was committed before it began. Where one fails those after it
 * are passed over, the end of a transaction too, and the connection has to be let go of.
 */
export async function send(client: PoolClient, statements: readonly Bound[]): Promise<QueryResult[]> {
  try {
    return await new Promise<QueryResult[]>((resolve, reject) => {
      client.query(
        new PipelinedQuery(statements, (error, answers) => (error ? reject(error) : resolve([answers].flat()))),
      );
    });
  } catch (error) {
    // Where it was asked, and not where the socket was read.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
