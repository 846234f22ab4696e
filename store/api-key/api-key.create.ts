import { KEY_SCOPES, type KeyScope } from '../../domain/api-key/scopes';
import { auditWithin } from '../audit/audited';
import type { Origin } from '../audit/origin';
import { statement, type Database, type Transaction } from '../postgres/database';
import { newId } from '../id';
import { hashSecret, newSecret } from '../../security/api-key-secret';
import { API_KEY, type ApiKey } from './api-key.table';

export interface NewApiKey {
  partyID: string;
  name: string;
  scopes?: readonly KeyScope[] | undefined;
  expiresAt?: Date | undefined;
}

/** A new key with its bearer secret, which is returned only once. */
export type NewlyCreatedApiKey = ApiKey & { secret: string };

const INSERT = statement<ApiKey>(
  'api-key-insert',
  `INSERT INTO api_keys (id, party_id, name, key_hash, scopes, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
   RETURNING ${API_KEY}`,
);

/** Creates a key. Only a hash of its secret is stored. */
export async function createApiKey(database: Database, given: NewApiKey, origin?: Origin): Promise<NewlyCreatedApiKey> {
  return database.transaction((tx) => insertApiKey(database, given, origin, tx));
}

async function insertApiKey(
  database: Database,
  { partyID, name, scopes = KEY_SCOPES, expiresAt }: NewApiKey,
  origin: Origin | undefined,
  tx: Transaction,
): Promise<NewlyCreatedApiKey> {
  const secret = newSecret();
  const values = [newId(), partyID, name, hashSecret(secret), [...scopes], expiresAt ?? null];
  const [key] = await database.run(INSERT, values, tx);
  if (!key) throw new Error('the key was not stored');
  await auditWithin(database, origin, [{ type: 'apiKey', id: key.id, reason: `of party ${partyID}` }], tx);
  return { ...key, secret };
}

/** Never extends the lifetime of a key. */
const END = statement<ApiKey>(
  'api-key-end',
  `UPDATE api_keys SET expires_at = least(expires_at, now() + make_interval(secs => $2))
   WHERE id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) RETURNING ${API_KEY}`,
);

/** Creates a key with the same scopes; the old one expires after `overlapSeconds`. @returns undefined if the old key is not valid */
export async function rotateApiKey(
  database: Database,
  { id, overlapSeconds, expiresAt }: { id: string; overlapSeconds: number; expiresAt?: Date | undefined },
  origin?: Origin,
): Promise<{ old: ApiKey; created: NewlyCreatedApiKey } | undefined> {
  return database.transaction(async (tx) => {
    const [old] = await database.run(END, [id, overlapSeconds], tx);
    if (!old) return undefined;
    const { partyID, name, scopes } = old;
    const created = await insertApiKey(database, { partyID, name, scopes, expiresAt }, origin, tx);
    await auditWithin(database, origin, [{ type: 'apiKey', id, reason: `rotated, replaced by ${created.id}` }], tx);
    return { old, created };
  });
}
