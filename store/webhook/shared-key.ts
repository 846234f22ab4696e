import { statement, type Database, type Transaction } from '../database';
import { encrypt } from '../secrets/encryption';
import type { Store } from '../store';
import { keyPairs } from './key-pairs';
import { WEBHOOK_KEY, type NewWebhook } from './webhook.table';

/** The keys of a webhook as they are stored: the published one, and those that sign. */
export interface StoredKeys {
  publicKey: string;
  encrypted: string;
  previousEncrypted: string | null;
  previousKeyUntil: Date | null;
}

// The row stays as it is until its keys are copied: what is encrypted anew in between would be copied under the old key.
const FIND = statement<StoredKeys>(
  'webhook-shared-key',
  `SELECT public_key AS "publicKey", encrypted_private_key AS encrypted,
     encrypted_previous_private_key AS "previousEncrypted", previous_key_until AS "previousKeyUntil"
   FROM webhooks WHERE party_id = $1 AND url = $2 AND deleted_at IS NULL ORDER BY created_at, id LIMIT 1 FOR SHARE`,
);

/** The keys of the party's first webhook with this address, if it has one: receivers keep one key for an address. */
export async function findSharedKeys(
  database: Database,
  { partyID, url }: Pick<NewWebhook, 'partyID' | 'url'>,
  tx: Transaction,
): Promise<StoredKeys | undefined> {
  const [keys] = await database.run(FIND, [partyID, url], tx);
  return keys;
}

/** A key pair that no webhook has yet. */
export async function newKeys({ encryptionKeys }: Store): Promise<StoredKeys> {
  const { publicKey, privateKey } = await keyPairs.take();
  const encrypted = await encrypt(privateKey, WEBHOOK_KEY, encryptionKeys);
  return { publicKey, encrypted, previousEncrypted: null, previousKeyUntil: null };
}
