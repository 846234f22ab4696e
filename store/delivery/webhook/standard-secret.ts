import { randomBytes } from 'node:crypto';
import { SECRET_PREFIX } from '../../../domain/delivery/webhook/standard-headers';
import { notFound } from '../../../domain/platform/errors/refusal';
import { encrypt } from '../../../security/encryption';
import { auditWithin } from '../../platform/audit/audited';
import { statement } from '../../postgres/database';
import type { Store } from '../../store';
import { keepPrevious } from './rotate-standard-key';
import { setStandardHeaders } from './standard-headers';
import { WEBHOOK_KEY } from './webhook.table';

/** How long messages are signed with the previous secret too. */
const OVERLAP_SECONDS = 86_400;
/** Standard Webhooks recommends from 24 to 64 bytes. */
const SECRET_BYTES = 32;

const CURRENT = statement<{ encrypted: string | null }>(
  'standard-current-secret',
  `SELECT encrypted_standard_secret AS encrypted FROM webhooks
   WHERE id = $1 AND party_id = $2 AND deleted_at IS NULL FOR NO KEY UPDATE`,
);

const REPLACE = statement(
  'standard-replace-secret',
  'UPDATE webhooks SET encrypted_standard_secret = $2 WHERE id = $1',
);

interface WebhookOfParty {
  webhookID: string;
  partyID: string;
}

/**
 * Adds the symmetric signature of Standard Webhooks to the messages of a webhook, or replaces its secret: the previous one
 * signs for a day more. @returns the secret `whsec_…`, which is not readable later
 * @throws Refusal notFound, invalidRequest with too many previous secrets
 */
export async function createStandardSecret(store: Store, { webhookID, partyID }: WebhookOfParty): Promise<string> {
  const { database, origin, encryptionKeys } = store;
  const secret = SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
  const encrypted = await encrypt(secret, WEBHOOK_KEY, encryptionKeys);
  await database.transaction(async (tx) => {
    const [current] = await database.run(CURRENT, [webhookID, partyID], tx);
    if (!current) throw notFound('Webhook');
    const previous = { webhookID, overlapSeconds: OVERLAP_SECONDS, isSecret: true };
    if (current.encrypted) await keepPrevious(database, { ...previous, encrypted: current.encrypted }, tx);
    await database.run(REPLACE, [webhookID, encrypted], tx);
    await auditWithin(database, origin, [{ type: 'webhook', id: webhookID }], tx);
  });
  await setStandardHeaders(store, { webhookID, isEnabled: true });
  return secret;
}

const FORGET = statement(
  'standard-forget-secrets',
  'DELETE FROM webhook_previous_keys WHERE webhook_id = $1 AND is_secret',
);

/** Ends the symmetric signature; the asymmetric one stays. Idempotent. @throws Refusal notFound */
export async function deleteStandardSecret(store: Store, { webhookID, partyID }: WebhookOfParty): Promise<void> {
  const { database, origin } = store;
  await database.transaction(async (tx) => {
    const [current] = await database.run(CURRENT, [webhookID, partyID], tx);
    if (!current) throw notFound('Webhook');
    if (!current.encrypted) return;
    await database.run(FORGET, [webhookID], tx);
    await database.run(REPLACE, [webhookID, null], tx);
    await auditWithin(database, origin, [{ type: 'webhook', id: webhookID }], tx);
  });
}
