import { eraseBody, type MetadataKeys } from '../../../domain/operators/person/erased';
import { statement, type Transaction } from '../../postgres/database';
import type { Store } from '../../store';

const LIST = statement<{ id: bigint; body: string }>(
  'erase-messages-list',
  `SELECT id, body FROM webhook_events WHERE id IN (
     SELECT d.event_id FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
     WHERE w.party_id = $1 AND d.subject = $2) ORDER BY id`,
);
const ERASE = statement(
  'erase-messages',
  `UPDATE webhook_events e SET body = g.body FROM jsonb_to_recordset($1::jsonb) AS g (id bigint, body text) WHERE e.id = g.id`,
);
/** Responses may repeat the message. */
const ERASE_ANSWERS = statement(
  'erase-answers',
  `UPDATE webhook_attempts a SET answer = NULL FROM webhooks w
   WHERE w.party_id = $1 AND a.webhook_id = w.id AND a.event_id = ANY ($2::bigint[]) AND a.answer IS NOT NULL`,
);

export interface MessagesOfSubject {
  store: Store;
  partyID: string;
  /** `invoice/ID`, as deliveries name it. */
  subject: string;
  keys: MetadataKeys;
}

/** Erases personal data in the webhook messages of a subject. Idempotent. */
export async function eraseMessages(
  { store: { database }, partyID, subject, keys }: MessagesOfSubject,
  tx: Transaction,
): Promise<void> {
  const messages = await database.run(LIST, [partyID, subject], tx);
  if (messages.length === 0) return;
  const erased = messages.map(({ id, body }) => ({
    id: id.toString(),
    body: JSON.stringify(eraseBody(JSON.parse(body), keys)),
  }));
  await database.run(ERASE, [JSON.stringify(erased)], tx);
  await database.run(ERASE_ANSWERS, [partyID, erased.map(({ id }) => id)], tx);
}
