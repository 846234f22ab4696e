import { statement, type Database } from '../database';

/** Who attempts what is in trouble of a webhook, or of one of its subjects. */
export interface FailingEndpoint {
  /** Subjects that have a workflow each. */
  retrying: string[];
  /** Whether the endpoint's workflow attempts others, or the subject in question. */
  isBatched: boolean;
}

const FIND = statement<{ retrying: string[] | null; isBatched: boolean | null }>(
  'queue-find-troubled',
  `SELECT array_agg(q.subject ORDER BY q.subject) FILTER (WHERE q.state = 'retrying') AS retrying,
     bool_or(q.state = 'batched') AS "isBatched"
   FROM webhook_queues q WHERE q.webhook_id = $1 AND q.state <> 'ready' AND ($2::text IS NULL OR q.subject = $2)`,
);

/** Finds which workflows an operator has to turn to. */
export async function findFailingEndpoints(
  database: Database,
  { webhookID, subject }: { webhookID: string; subject?: string },
): Promise<FailingEndpoint> {
  const [found] = await database.run(FIND, [webhookID, subject ?? null]);
  return { retrying: found?.retrying ?? [], isBatched: found?.isBatched ?? false };
}
