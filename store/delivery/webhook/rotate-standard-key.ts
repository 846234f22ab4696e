import { Refusal, notFound } from '../../../domain/platform/errors/refusal';
import { auditWithin } from '../../platform/audit/audited';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { newId } from '../../id';
import type { Store } from '../../store';
import { assertOverlap, type KeyOfWebhookRotation } from './rotate-key';
import { newStandardKey } from './standard-headers';

/** Each adds a signature to every message. */
export const MAX_PREVIOUS_KEYS = 3;

const CURRENT = statement<{ encrypted: string | null }>(
  'standard-current-key',
  'SELECT encrypted_standard_private_key AS encrypted FROM webhooks WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
);

const FORGET = statement(
  'standard-forget-keys',
  'DELETE FROM webhook_previous_keys WHERE webhook_id = $1 AND is_secret = $3 AND (signs_until <= now() OR $2::integer = 0)',
);

const KEEP = statement<{ id: string }>(
  'standard-keep-key',
  `INSERT INTO webhook_previous_keys (id, webhook_id, encrypted_private_key, signs_until, is_secret)
   SELECT $1, $2, $3, now() + make_interval(secs => $4::integer), $5
   WHERE (SELECT count(*) FROM webhook_previous_keys WHERE webhook_id = $2 AND is_secret = $5) < ${MAX_PREVIOUS_KEYS} RETURNING id`,
);

const REPLACE = statement(
  'standard-replace-key',
  'UPDATE webhooks SET standard_public_key = $2, encrypted_standard_private_key = $3 WHERE id = $1',
);

/**
 * Publishes a new key of Standard Webhooks, which signs within a minute; previous keys sign too until their overlaps end, or end now without
 * an overlap.
 * @throws Refusal notFound, invalidRequest without a key, with too many previous keys, or for a short overlap
 */
export async function rotateStandardKey(store: Store, given: KeyOfWebhookRotation): Promise<void> {
  assertOverlap(given);
  const { webhookID, reason } = given;
  const { database, origin } = store;
  const key = await newStandardKey(store);
  await database.transaction(async (tx) => {
    await keepCurrent(store, given, tx);
    await database.run(REPLACE, [webhookID, key.publicKey, key.encrypted], tx);
    const after = { standardPublicKey: key.publicKey };
    await auditWithin(database, origin, [{ type: 'webhook', id: webhookID, reason, after }], tx);
  });
}

async function keepCurrent(
  { database }: Store,
  { webhookID, overlapSeconds }: KeyOfWebhookRotation,
  tx: Transaction,
): Promise<void> {
  const [current] = await database.run(CURRENT, [webhookID], tx);
  if (!current) throw notFound('Webhook');
  if (!current.encrypted) {
    throw new Refusal('invalidRequest', 'the webhook has no key of Standard Webhooks: switch their headers on');
  }
  await keepPrevious(database, { webhookID, overlapSeconds, encrypted: current.encrypted, isSecret: false }, tx);
}

interface PreviousKey {
  webhookID: string;
  encrypted: string;
  overlapSeconds: number;
  isSecret: boolean;
}

/** Keeps a key that a new one replaces until its overlap ends. @throws Refusal invalidRequest with too many previous keys */
export async function keepPrevious(database: Database, given: PreviousKey, tx: Transaction): Promise<void> {
  const { webhookID, encrypted, overlapSeconds, isSecret } = given;
  await database.run(FORGET, [webhookID, overlapSeconds, isSecret], tx);
  if (overlapSeconds === 0) return;
  const [kept] = await database.run(KEEP, [newId(), webhookID, encrypted, overlapSeconds, isSecret], tx);
  if (kept) return;
  throw new Refusal(
    'invalidRequest',
    `${MAX_PREVIOUS_KEYS} keys before this one sign still: wait until one of them ends; with an overlap of 0 all of them end at once`,
  );
}
