import { Refusal, notFound } from '../../domain/errors/refusal';
import { auditWithin } from '../audit/audited';
import { statement } from '../database';
import type { Store } from '../store';
import { newKeys } from './shared-key';

/** A new key pair for the signature of a webhook's messages. */
export interface KeyOfWebhookRotation {
  webhookID: string;
  /** For how long messages are signed with the key before it, which receivers know. None where that key is in wrong hands. */
  overlapSeconds: number;
  reason: string;
}

/** The longest overlap: a key that is replaced should go one day. */
export const MAX_OVERLAP_SECONDS = 30 * 86_400;

/** So long a process that signs may not hear that a key was replaced. */
export const KEY_KEPT_SECONDS = 60;

/** The shortest overlap: in a shorter one the key before could sign past its end, and the new one beside it for no time at all. */
const MIN_OVERLAP_SECONDS = 2 * KEY_KEPT_SECONDS;

/** @throws Refusal invalidRequest */
export function assertOverlap({ overlapSeconds }: KeyOfWebhookRotation): void {
  if (overlapSeconds === 0 || overlapSeconds >= MIN_OVERLAP_SECONDS) return;
  throw new Refusal(
    'invalidRequest',
    `an overlap has at least ${MIN_OVERLAP_SECONDS} seconds, or none: of another key all processes hear within a minute`,
    { place: 'body.overlapSeconds' },
  );
}

/** Creations of the party take this lock too, so that none copies a key that is being replaced. */
const LOCK_PARTY = statement(
  'webhook-rotate-lock',
  'SELECT FROM parties WHERE id = (SELECT party_id FROM webhooks WHERE id = $1) FOR NO KEY UPDATE',
);

// Rotated once more within the overlap, what receivers know is still the key that signs: the one between has signed nothing.
const ROTATE = statement<{ id: string }>(
  'webhook-rotate-key',
  `UPDATE webhooks SET public_key = $2, encrypted_private_key = $3,
     encrypted_previous_private_key = CASE WHEN $4::integer = 0 THEN NULL
       WHEN previous_key_until > now() THEN encrypted_previous_private_key ELSE encrypted_private_key END,
     previous_key_until = CASE WHEN $4::integer = 0 THEN NULL ELSE now() + make_interval(secs => $4::integer) END
   WHERE (party_id, url) = (SELECT party_id, url FROM webhooks WHERE id = $1 AND deleted_at IS NULL) AND deleted_at IS NULL
   RETURNING id`,
);

/**
 * Publishes another key for a webhook's messages at once, and signs with the one before it until the overlap is over: receivers
 * have that time to take both for good. The party's other webhooks with the same address get it too. @throws Refusal notFound, invalidRequest
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
