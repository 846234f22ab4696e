import { requireRow } from '../../postgres/require-row';
import { statement, type Database } from '../../postgres/database';

/** A webhook in the listing for operators. */
export interface WebhookOverview {
  webhookID: string;
  partyID: string;
  shopID: string | null;
  identityID: string | null;
  topic: string;
  eventTypes: string[];
  url: string;
  createdAt: Date;
  pausedAt: Date | null;
  pauseReason: string | null;
  isDeleted: boolean;
  /** Base64 of the X.509 SubjectPublicKeyInfo in DER, for `Content-Signature`. */
  publicKey: string;
  /** Until when the previous key signs; null if there is none. */
  previousKeyUntil: Date | null;
  hasStandardHeaders: boolean;
  /** The public key for `webhook-signature`, `whpk_…`; null before the first. */
  standardPublicKey: string | null;
  /** Until when a previous key of Standard Webhooks signs; null if none does. */
  previousStandardKeyUntil: Date | null;
  /** Subjects with waiting messages, and those that are failing. */
  waitingCount: number;
  troubledCount: number;
}

const OVERVIEW = `SELECT w.id AS "webhookID", w.party_id AS "partyID", w.shop_id AS "shopID", w.identity_id AS "identityID", w.topic,
     w.event_types AS "eventTypes", w.url, w.created_at AS "createdAt", w.paused_at AS "pausedAt",
     w.pause_reason AS "pauseReason", w.deleted_at IS NOT NULL AS "isDeleted",
     w.public_key AS "publicKey",
     CASE WHEN w.previous_key_until > now() THEN w.previous_key_until END AS "previousKeyUntil",
     w.has_standard_headers AS "hasStandardHeaders", w.standard_public_key AS "standardPublicKey",
     (SELECT max(k.signs_until) FROM webhook_previous_keys k
      WHERE k.webhook_id = w.id AND NOT k.is_secret AND k.signs_until > now()) AS "previousStandardKeyUntil",
     q.waiting AS "waitingCount", q.troubled AS "troubledCount"
   FROM webhooks w JOIN LATERAL (
     SELECT count(*)::integer AS waiting, (count(*) FILTER (WHERE u.state <> 'ready'))::integer AS troubled
     FROM webhook_queues u WHERE u.webhook_id = w.id
   ) q ON true`;

const ONE = statement<WebhookOverview>('webhook-overview', `${OVERVIEW} WHERE w.id = $1`);
const OF_PARTY = statement<WebhookOverview>(
  'webhook-overview-party',
  `${OVERVIEW} WHERE w.party_id = $1 AND w.deleted_at IS NULL ORDER BY w.created_at, w.id LIMIT 1000`,
);

/** Returns a webhook, also a deleted one. @throws Refusal notFound */
export async function getWebhookOverview(database: Database, webhookID: string): Promise<WebhookOverview> {
  return withoutSecrets(requireRow(await database.run(ONE, [webhookID]), 'Webhook'));
}

/** Lists the webhooks of a party, the oldest first. */
export async function listWebhookOverviews(database: Database, partyID: string): Promise<WebhookOverview[]> {
  return (await database.run(OF_PARTY, [partyID])).map(withoutSecrets);
}

function withoutSecrets(found: WebhookOverview): WebhookOverview {
  return { ...found, url: withoutQuery(found.url) };
}

/** Removes the query, in which merchants put tokens, and the user's name. */
export function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
