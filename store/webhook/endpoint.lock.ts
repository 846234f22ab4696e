import { statement, type Database, type Transaction } from '../database';

/*
 * Whoever gives a queue to an endpoint's workflow without telling it relies on its looking at the record again for the sake of
 * another queue. So no look may come between: those who give share the endpoint, the look has it alone. Nobody who has it alone
 * waits for a queue, and nobody who waits for it holds one.
 */

const SHARE = statement('endpoint-share', `SELECT pg_advisory_xact_lock_shared(hashtextextended('webhook/' || $1, 0))`);
const CLAIM = statement('endpoint-claim', `SELECT pg_advisory_xact_lock(hashtextextended('webhook/' || $1, 0))`);

/** Held by a transaction that gives queues to an endpoint's workflow, from before it sees what the workflow waits for. */
export async function shareEndpoint(database: Database, webhookID: string, tx: Transaction): Promise<void> {
  await database.run(SHARE, [webhookID], tx);
}

/** Held by the look after which an endpoint's workflow sleeps or ends. */
export async function claimEndpoint(database: Database, webhookID: string, tx: Transaction): Promise<void> {
  await database.run(CLAIM, [webhookID], tx);
}
