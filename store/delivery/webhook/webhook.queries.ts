import { requireRow } from '../../postgres/require-row';
import { statement, type Database } from '../../postgres/database';
import { WEBHOOK, type WebhookRow } from './webhook.table';

/** Selects a webhook of a party, and of an identity in the Wallet API. */
export interface WebhookRef {
  partyID: string;
  webhookID: string;
  identityID?: string;
}

/** The condition on a webhook `w` that is not deleted, with the values of `refValues`. */
export const REF = `w.id = $1 AND w.party_id = $2 AND w.identity_id IS NOT DISTINCT FROM $3 AND w.deleted_at IS NULL`;

export function refValues({ webhookID, partyID, identityID }: WebhookRef): unknown[] {
  return [webhookID, partyID, identityID ?? null];
}

const FIND = statement<WebhookRow>('webhook-find', `SELECT ${WEBHOOK} FROM webhooks w WHERE ${REF}`);

/** Returns a webhook; without an identity one of the payment topics. @throws Refusal notFound */
export async function getWebhook(database: Database, ref: WebhookRef): Promise<WebhookRow> {
  return requireRow(await database.run(FIND, refValues(ref)), 'Webhook');
}

const LIST = statement<WebhookRow>(
  'webhook-list',
  `SELECT ${WEBHOOK} FROM webhooks w
   WHERE w.party_id = $1 AND w.identity_id IS NOT DISTINCT FROM $2 AND ($3::text IS NULL OR w.shop_id = $3)
     AND w.deleted_at IS NULL
   ORDER BY w.created_at, w.id`,
);

/** Lists webhooks of the payment topics of a party, or of an identity; the oldest first. */
export async function listWebhooks(
  database: Database,
  { partyID, identityID, shopID }: { partyID: string; identityID?: string; shopID?: string },
): Promise<WebhookRow[]> {
  return database.run(LIST, [partyID, identityID ?? null, shopID ?? null]);
}
