import { statement, type Database, type Transaction } from '../../postgres/database';

/**
 * The workflow of an endpoint reads its queues while it holds the lock exclusively; transactions that add a queue without notifying the workflow
 * share it, so no queue is missed. Lock order: endpoint before queue.
 */

const SHARE = statement('endpoint-share', `SELECT pg_advisory_xact_lock_shared(hashtextextended('webhook/' || $1, 0))`);
const CLAIM = statement('endpoint-claim', `SELECT pg_advisory_xact_lock(hashtextextended('webhook/' || $1, 0))`);

/** Held while a transaction adds queues to an endpoint's workflow, before it reads when the workflow is due. */
export async function shareEndpoint(database: Database, webhookID: string, tx: Transaction): Promise<void> {
  await database.run(SHARE, [webhookID], tx);
}

/** Held while an endpoint's workflow reads its queues, before it sleeps or ends. */
export async function claimEndpoint(database: Database, webhookID: string, tx: Transaction): Promise<void> {
  await database.run(CLAIM, [webhookID], tx);
}
