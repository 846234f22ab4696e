import type { Client, QueryResult } from 'pg';

/** A statement with its values. With a name the connection prepares it once; without one it is planned for its values. */
export interface Bound {
  name: string;
  text: string;
  values: readonly unknown[];
}

/**
 * Sends statements in one write on a connection in pipeline mode and returns their results. PostgreSQL runs them in order; in a
 * transaction those after a failed one fail too. Throws the first error once all are answered.
 */
export async function sendTogether(client: Client, statements: readonly Bound[]): Promise<QueryResult[]> {
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
  const sent = statements.map(({ name, text, values }) =>
    client.query({ name: name || undefined, text, values: [...values] }),
  );
  const settled = await Promise.allSettled(sent);
  return settled.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
}
