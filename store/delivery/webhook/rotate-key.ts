import { Refusal, notFound } from '../../../domain/platform/errors/refusal';
import { auditWithin } from '../../platform/audit/audited';
import { statement } from '../../postgres/database';
import type { Store } from '../../store';
import { newKeys } from './shared-key';

/** A rotation of the signing key. */
export interface KeyOfWebhookRotation {
  webhookID: string;
  /** How long messages are signed with the previous key; 0 if it is compromised. */
  overlapSeconds: number;
  reason: string;
}

/** How long a process caches keys. */
export const KEY_KEPT_SECONDS = 60;

/** Twice the cache time, so that the previous key never signs past its end. */
const MIN_OVERLAP_SECONDS = 2 * KEY_KEPT_SECONDS;

/** @throws Refusal invalidRequest */
export function assertOverlap({ overlapSeconds }: KeyOfWebhookRotation): void {
  if (overlapSeconds === 0 || overlapSeconds >= MIN_OVERLAP_SECONDS) return;
  throw new Refusal(
    'invalidRequest',
    `an overlap has at least ${MIN_OVERLAP_SECONDS} seconds, or none: processes read a new key within a minute`,
    { place: 'body.overlapSeconds' },
  );
}

/** Creations of the party take this lock too and cannot copy a key during its rotation. */
const LOCK_PARTY = statement(
  'webhook-rotate-lock',
  'SELECT FROM parties WHERE id = (SELECT party_id FROM webhooks WHERE id = $1) FOR NO KEY UPDATE',
);

// A second rotation within the overlap keeps the signing key that receivers know; the one between has signed nothing.
const ROTATE = statement<{ id: string }>(
  'webhook-rotate-key',
  `UPDATE webhooks SET public_key = $2, encrypted_private_key = $3, key_created_at = now(),
     encrypted_previous_private_key = CASE WHEN $4::integer = 0 THEN NULL
       WHEN previous_key_until > now() THEN encrypted_previous_private_key ELSE encrypted_private_key END,
     previous_key_until = CASE WHEN $4::integer = 0 THEN NULL ELSE now() + make_interval(secs => $4::integer) END
   WHERE (party_id, url) = (SELECT party_id, url FROM webhooks WHERE id = $1 AND deleted_at IS NULL) AND deleted_at IS NULL
   RETURNING id`,
);

/**
 * Publishes a new key immediately, and signs with the previous one until the overlap ends. Applies to all webhooks of the party with the same
 * URL. @throws Refusal notFound, invalidRequest
 */
export async function rotateWebhookKey(store: Store, given: KeyOfWebhookRotation): Promise<void> {
  assertOverlap(given);
  const { webhookID, overlapSeconds, reason } = given;
  const { database, origin } = store;
  const { publicKey, encrypted } = await newKeys(store);
  await database.transaction(async (tx) => {
    await database.run(LOCK_PARTY, [webhookID], tx);
    const rotated = await database.run(ROTATE, [webhookID, publicKey, encrypted, overlapSeconds], tx);
    if (rotated.length === 0) throw notFound('Webhook');
    const subjects = rotated.map(({ id }) => ({ type: 'webhook', id, reason }) as const);
    await auditWithin(database, origin, subjects, tx);
  });
}
