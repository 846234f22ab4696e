import { statement, type Database } from '../../postgres/database';

const FIND = statement<{ traceparent: string | null }>(
  'message-trace',
  'SELECT traceparent FROM webhook_events WHERE id = $1',
);

/** Reads the trace of a message; used only with tracing. */
export async function traceOfMessage(database: Database, eventID: bigint): Promise<string | undefined> {
  const [message] = await database.run(FIND, [String(eventID)]);
  return message?.traceparent ?? undefined;
}
