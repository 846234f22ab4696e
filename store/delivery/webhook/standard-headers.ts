import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { notFound } from '../../../domain/platform/errors/refusal';
import { auditWithin } from '../../platform/audit/audited';
import { statement } from '../../postgres/database';
import { decrypt, encrypt } from '../../../security/encryption';
import type { Store } from '../../store';
import { WEBHOOK_KEY } from './webhook.table';

/** Prefix of the public key in base64, from Standard Webhooks. */
const PUBLIC_PREFIX = 'whpk_';

const CURRENT = statement<{ hasKey: boolean; isEnabled: boolean }>(
  'standard-current',
  `SELECT standard_public_key IS NOT NULL AS "hasKey", has_standard_headers AS "isEnabled"
   FROM webhooks WHERE id = $1 AND deleted_at IS NULL`,
);

/** Keeps the key when the headers are disabled. */
const SET = statement<{ id: string }>(
  'standard-set',
  `UPDATE webhooks SET has_standard_headers = $2, standard_public_key = coalesce(standard_public_key, $3),
     encrypted_standard_private_key = coalesce(encrypted_standard_private_key, $4)
   WHERE id = $1 AND deleted_at IS NULL RETURNING id`,
);

/** Enables or disables the headers of Standard Webhooks. Idempotent. @throws Refusal notFound */
export async function setStandardHeaders(
  store: Store,
  { webhookID, isEnabled }: { webhookID: string; isEnabled: boolean },
): Promise<void> {
  const { database } = store;
  const [found] = await database.run(CURRENT, [webhookID]);
  if (!found) throw notFound('Webhook');
  if (found.isEnabled === isEnabled) return;
  const key = isEnabled && !found.hasKey ? await newStandardKey(store) : undefined;
  await database.transaction(async (tx) => {
    const values = [webhookID, isEnabled, key?.publicKey ?? null, key?.encrypted ?? null];
    const [set] = await database.run(SET, values, tx);
    if (!set) throw notFound('Webhook');
    const after = { hasStandardHeaders: isEnabled };
    await auditWithin(database, store.origin, [{ type: 'webhook', id: webhookID, after }], tx);
  });
}

/** Generates and encrypts a key pair of Standard Webhooks. */
export async function newStandardKey({ encryptionKeys }: Store): Promise<{ publicKey: string; encrypted: string }> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return {
    publicKey: PUBLIC_PREFIX + Buffer.from(x, 'base64url').toString('base64'),
    encrypted: await encrypt(pem, WEBHOOK_KEY, encryptionKeys),
  };
}

/** Decrypted keys, PEM of PKCS #8, and secrets `whsec_…`: stay within the process. */
export interface StandardKeys {
  /** The published key first, then the previous ones. */
  privateKeys: string[];
  /** When the first previous key expires. */
  until: Date | null;
}

const FIND_KEYS = statement<{ encrypted: string | null; until: Date | null; is_secret: boolean }>(
  'standard-find-keys',
  `SELECT encrypted_standard_private_key AS encrypted, NULL::timestamptz AS until, false AS is_secret FROM webhooks WHERE id = $1
   UNION ALL
   SELECT encrypted_standard_secret, NULL, true FROM webhooks WHERE id = $1
   UNION ALL
   SELECT encrypted_private_key, signs_until, is_secret FROM webhook_previous_keys WHERE webhook_id = $1 AND signs_until > $2
   ORDER BY until DESC NULLS FIRST, is_secret`,
);

/** Decrypts the keys that sign at a moment. */
export async function openStandardKeys(
  { database, encryptionKeys }: Store,
  webhookID: string,
  now = new Date(),
): Promise<StandardKeys> {
  const rows = await database.run(FIND_KEYS, [webhookID, now]);
  const sealed = rows.map(({ encrypted }) => encrypted).filter((text) => text !== null);
  if (sealed.length === 0) throw new Error(`webhook ${webhookID} has no key for standard headers`);
  const privateKeys = await Promise.all(sealed.map((text) => decrypt(text, WEBHOOK_KEY, encryptionKeys)));
  return { privateKeys, until: rows.at(-1)?.until ?? null };
}
