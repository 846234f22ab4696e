import pg, { type ClientConfig } from 'pg';
import { PipelinedQuery, type Answer, type Bound, type Described } from './pipelined-query';

/**
 * A connection on which statements are sent without waiting for the answers of those before them. They run in their order
 * all the same, so a transaction may `Promise.all` what it writes and pays for one round trip.
 */
export class Client extends pg.Client {
  /** By name, the one used last at the end. */
  private readonly prepared = new Set<string>();
  readonly described: Described = new Map();

  constructor(config?: ClientConfig) {
    super({ ...config, pipeline: true });
    // An error that nobody listens for ends the process. Sequelize listens from when it has connected, a moment too late;
    // who asked hears of it by his statement.
    this.on('error', () => undefined);
  }

  /** Notes that a statement is used now. */
  use(name: string): void {
    this.prepared.delete(name);
    this.prepared.add(name);
  }

  /** Lets go of the statements that were not used for the longest time. Only between transactions: a failed one would refuse. */
  forget(): void {
    for (const name of this.prepared) {
      if (this.prepared.size <= MAX_PREPARED) return;
      this.prepared.delete(name);
      this.described.delete(name);
      // The driver's own note, which its types do not tell of: it prepares again what is not in it.
      delete (this.connection as unknown as { parsedStatements: Record<string, string> }).parsedStatements[name];
      this.query(`DEALLOCATE ${pg.escapeIdentifier(name)}`).catch(() => undefined);
    }
  }
}

/**
 * Statements that one connection keeps prepared: more than the project declares, so that in ordinary life none goes. Each
 * costs PostgreSQL some ten kilobytes a connection for as long as that lasts.
 */
const MAX_PREPARED = 300;

/** What is sent in one turn of the event loop leaves at once: each write costs more than many a statement. */
export async function send(client: Client, statements: readonly Bound[]): Promise<Answer[]> {
  const { described } = client;
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
  for (const { name } of statements) if (name) client.use(name);
  try {
    return await new Promise<Answer[]>((resolve, reject) => {
      const done = (error: Error | undefined, answers: Answer[]): void => (error ? reject(error) : resolve(answers));
      client.query(new PipelinedQuery(statements, { client, described, done }));
    });
  } catch (error) {
    // Where it was asked, and not where the socket was read.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
