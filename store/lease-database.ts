import { Database } from './database';

/**
 * Connections for statements that lease what waits. A plan is made once a connection, nearly always while nothing waits: it must be by
 * the indexes then too, or ten thousand that begin to wait at once are walked through for each one that is leased. To plan it each
 * time would cost more than to run it.
 * @param mayForget whether a crash of PostgreSQL may undo the leases of its last second, so that none of them waits for the disk:
 * where what is leased twice is done once
 */
export function openLeaseDatabase(given: { url: string; connections: number; mayForget: boolean }): Database {
  const { url, connections, mayForget } = given;
  const settings = { enable_seqscan: 'off', synchronous_commit: mayForget ? 'off' : 'on' };
  return new Database({ url, poolSize: connections, settings });
}
