import type { Client, QueryResult } from 'pg';
import { PreparedQuery, type Bound } from './prepared-query';

/**
 * Sends statements in one write on a connection in pipeline mode and returns their results. PostgreSQL runs them in order; in a
 * transaction those after a failed one fail too. Throws the first error once all are answered.
 */
export async function sendTogether(client: Client, statements: readonly Bound[]): Promise<QueryResult[]> {
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
  const settled = await Promise.allSettled(statements.map((bound) => send(client, bound)));
  return settled.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
}

function send(client: Client, bound: Bound): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new PreparedQuery(bound, (error, result) => {
      if (!error) return resolve(result);
      // The stack of the socket's event names no caller.
      Error.captureStackTrace(error);
      reject(error);
    });
    client.query(query);
  });
}
