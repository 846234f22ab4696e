import { statement, type Database } from '../postgres/database';

/** The workflows that retry for a webhook, or for one of its subjects. */
export interface FailingEndpoint {
  /** Subjects with a workflow of their own. */
  retrying: string[];
  /** Whether the workflow of the endpoint retries others, or the given subject. */
  isBatched: boolean;
}

const FIND = statement<{ retrying: string[] | null; isBatched: boolean | null }>(
  'queue-find-troubled',
  `SELECT array_agg(q.subject ORDER BY q.subject) FILTER (WHERE q.state = 'retrying') AS retrying,
     bool_or(q.state = 'batched') AS "isBatched"
   FROM webhook_queues q WHERE q.webhook_id = $1 AND q.state <> 'ready' AND ($2::text IS NULL OR q.subject = $2)`,
);

export async function findFailingEndpoints(
  database: Database,
  { webhookID, subject }: { webhookID: string; subject?: string },
): Promise<FailingEndpoint> {
  const [found] = await database.run(FIND, [webhookID, subject ?? null]);
  return { retrying: found?.retrying ?? [], isBatched: found?.isBatched ?? false };
}
