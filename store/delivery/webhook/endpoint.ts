import { lookup, statement } from '../../postgres/database';
import { decrypt } from '../../../security/encryption';
import type { Store } from '../../store';
import { WEBHOOK_KEY } from './webhook.table';

/** The key that signs the messages of a webhook. */
export interface WebhookSigningKey {
  /** PEM of PKCS #8, decrypted: stays within the process. */
  privateKey: string;
  /** Until when the key signs, if another one is published. */
  signsUntil: Date | null;
}

interface EncryptedKey {
  encrypted: string;
  signsUntil: Date | null;
}

const FIND = lookup<EncryptedKey>(
  'webhook-signing-key',
  `SELECT coalesce(CASE WHEN previous_key_until > $2 THEN encrypted_previous_private_key END, encrypted_private_key) AS encrypted,
     CASE WHEN previous_key_until > $2 THEN previous_key_until END AS "signsUntil"
   FROM webhooks WHERE id = $1`,
);

/** Reads and decrypts the signing key of a webhook. */
export async function openSigningKey(store: Store, webhookID: string, now = new Date()): Promise<WebhookSigningKey> {
  const [row] = await store.database.run(FIND, [webhookID, now]);
  if (!row) throw new Error(`no webhook ${webhookID}`);
  const { encrypted, signsUntil } = row;
  return { signsUntil, privateKey: await decrypt(encrypted, WEBHOOK_KEY, store.encryptionKeys) };
}

/** The URL of a webhook and its owner. */
export interface EndpointDestination {
  webhookID: string;
  partyID: string;
  url: string;
}

const FIND_DESTINATION = statement<EndpointDestination>(
  'endpoint-find-destination',
  'SELECT id AS "webhookID", party_id AS "partyID", url FROM webhooks WHERE id = $1',
);

export async function findDestination(store: Store, webhookID: string): Promise<EndpointDestination> {
  const [destination] = await store.database.run(FIND_DESTINATION, [webhookID]);
  if (!destination) throw new Error(`no webhook ${webhookID}`);
  return destination;
}
