import { statement, type Database } from '../../postgres/database';

const FREE = statement(
  'queue-free',
  `UPDATE webhook_queues q SET lease_token = NULL, leased_until = NULL
   WHERE q.webhook_id = ANY (ARRAY(SELECT id FROM webhooks WHERE party_id = $1)) AND q.subject = $2 AND q.lease_token = $3`,
);

/** The queues of a subject that a transaction with an unknown outcome may have leased. */
export interface PerhapsLeased {
  partyID: string;
  subject: string;
  token: string;
}

export async function freeQueues(database: Database, { partyID, subject, token }: PerhapsLeased): Promise<void> {
  await database.run(FREE, [partyID, subject, token]);
}
