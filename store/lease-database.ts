import { Database } from './database';

/**
 * Connections for statements that lease what waits. A plan is made once a connection, nearly always while nothing waits: it must be by
 * the indexes then too, or ten thousand that begin to wait at once are walked through for each one that is leased. To plan it each
 * time would cost more than to run it.
 */
export function openLeaseDatabase({ url, connections }: { url: string; connections: number }): Database {
  return new Database({ url, poolSize: connections, settings: { enable_seqscan: 'off' } });
}
