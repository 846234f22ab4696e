import { statement, type Database, type Transaction } from '../../postgres/database';
import { encrypt } from '../../../security/encryption';
import type { Store } from '../../store';
import { keyPairs } from '../../../security/key-pairs';
import { WEBHOOK_KEY, type NewWebhook } from './webhook.table';

/** The stored keys of a webhook: the published one, and those that sign. */
export interface StoredKeys {
  publicKey: string;
  encrypted: string;
  previousEncrypted: string | null;
  previousKeyUntil: Date | null;
  keyCreatedAt: Date;
}

// Locks the row, so that keys are not re-encrypted while they are copied. The receiver of another URL does not know the previous key.
const FIND = statement<StoredKeys>(
  'webhook-shared-key',
  `SELECT public_key AS "publicKey", encrypted_private_key AS encrypted,
     CASE WHEN url = $2 THEN encrypted_previous_private_key END AS "previousEncrypted",
     CASE WHEN url = $2 THEN previous_key_until END AS "previousKeyUntil",
     key_created_at AS "keyCreatedAt"
   FROM webhooks WHERE party_id = $1 AND deleted_at IS NULL
   ORDER BY url = $2 DESC, key_created_at DESC, created_at, id LIMIT 1 FOR SHARE`,
);

/** Returns the keys of the party's webhooks with this URL, else its newest: receivers keep one key for a URL, and some one for all. */
export async function findSharedKeys(
  database: Database,
  { partyID, url }: Pick<NewWebhook, 'partyID' | 'url'>,
  tx: Transaction,
): Promise<StoredKeys | undefined> {
  const [keys] = await database.run(FIND, [partyID, url], tx);
  return keys;
}

/** Creates a key pair. */
export async function newKeys({ encryptionKeys }: Store): Promise<StoredKeys> {
  const { publicKey, privateKey } = await keyPairs.take();
  const encrypted = await encrypt(privateKey, WEBHOOK_KEY, encryptionKeys);
  return { publicKey, encrypted, previousEncrypted: null, previousKeyUntil: null, keyCreatedAt: new Date() };
}
