import { lookup, statement } from '../postgres/database';
import { decrypt } from '../../security/encryption';
import type { Store } from '../store';
import { WEBHOOK_KEY } from './webhook.table';

/** The URL of a webhook and its signing key. */
export interface Endpoint {
  url: string;
  /** PEM of PKCS #8, decrypted: stays within the process. */
  privateKey: string;
  /** Until when the key signs, if another one is published. */
  signsUntil: Date | null;
}

interface SealedEndpoint {
  url: string;
  encrypted: string;
  signsUntil: Date | null;
}

const FIND = lookup<SealedEndpoint>(
  'endpoint-find',
  `SELECT url, coalesce(CASE WHEN previous_key_until > $2 THEN encrypted_previous_private_key END, encrypted_private_key) AS encrypted,
     CASE WHEN previous_key_until > $2 THEN previous_key_until END AS "signsUntil"
   FROM webhooks WHERE id = $1`,
);

/** Reads the URL of a webhook, which never changes, and decrypts its signing key. */
export async function openEndpoint(store: Store, webhookID: string, now = new Date()): Promise<Endpoint> {
  const [row] = await store.database.run(FIND, [webhookID, now]);
  if (!row) throw new Error(`no webhook ${webhookID}`);
  const { url, encrypted, signsUntil } = row;
  return { url, signsUntil, privateKey: await decrypt(encrypted, WEBHOOK_KEY, store.encryptionKeys) };
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
