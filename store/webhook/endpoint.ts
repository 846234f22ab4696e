import { statement } from '../database';
import { decrypt } from '../secrets/encryption';
import type { Store } from '../store';
import { WEBHOOK_KEY } from './webhook.table';

/** Where a webhook's messages go and the key that signs them. */
export interface Endpoint {
  url: string;
  /** PEM of PKCS #8: stays within the process. */
  privateKey: string;
}

const FIND = statement<{ url: string; encrypted: string }>(
  'endpoint-find',
  'SELECT url, private_key_sealed AS encrypted FROM webhooks WHERE id = $1',
);

/** Reads a webhook's address and opens its key. Neither ever changes. */
export async function openEndpoint(store: Store, webhookID: string): Promise<Endpoint> {
  const [row] = await store.database.run(FIND, [webhookID]);
  if (!row) throw new Error(`no webhook ${webhookID}`);
  return { url: row.url, privateKey: await decrypt(row.encrypted, WEBHOOK_KEY, store.encryptionKeys) };
}

/** Where a webhook's messages go, and whose they are. */
export interface EndpointDestination {
  webhookID: string;
  partyID: string;
  url: string;
}

const FIND_DESTINATION = statement<EndpointDestination>(
  'endpoint-find-destination',
  'SELECT id AS "webhookID", party_id AS "partyID", url FROM webhooks WHERE id = $1',
);

/** Finds where a webhook's messages go. */
export async function findDestination(store: Store, webhookID: string): Promise<EndpointDestination> {
  const [destination] = await store.database.run(FIND_DESTINATION, [webhookID]);
  if (!destination) throw new Error(`no webhook ${webhookID}`);
  return destination;
}
