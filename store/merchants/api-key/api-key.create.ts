import { DEFAULT_KEY_SCOPES, type KeyScope } from '../../../domain/merchants/api-key/scopes';
import { auditWithin } from '../../platform/audit/audited';
import type { Origin } from '../../platform/audit/origin';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { newId } from '../../id';
import { hashSecret, newSecret } from '../../../security/api-key-secret';
import { API_KEY, type ApiKeyRow } from './api-key.table';

export interface NewApiKey {
  partyID: string;
  name: string;
  scopes?: readonly KeyScope[] | undefined;
  expiresAt?: Date | undefined;
}

export interface ApiKeyRotation {
  /** The old key. */
  id: string;
  /** How long the old key stays valid. */
  overlapSeconds: number;
  /** When the new key expires. */
  expiresAt?: Date | undefined;
}

/** A new key with its bearer secret, which is returned only once. */
export type NewlyCreatedApiKey = ApiKeyRow & { secret: string };

export interface RotatedKeys {
  old: ApiKeyRow;
  created: NewlyCreatedApiKey;
}

/** The transaction of a change to keys, and its origin for the audit log. */
export interface KeyChange {
  database: Database;
  origin: Origin | undefined;
  tx: Transaction;
}

const INSERT = statement<ApiKeyRow>(
  'api-key-insert',
  `INSERT INTO api_keys (id, party_id, name, key_hash, scopes, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
   RETURNING ${API_KEY}`,
);

/** Creates a key. Only a hash of its secret is stored. */
export async function createApiKey(database: Database, given: NewApiKey, origin?: Origin): Promise<NewlyCreatedApiKey> {
  return database.transaction((tx) => insertApiKey({ database, origin, tx }, given));
}

export async function insertApiKey(
  { database, origin, tx }: KeyChange,
  { partyID, name, scopes = DEFAULT_KEY_SCOPES, expiresAt }: NewApiKey,
): Promise<NewlyCreatedApiKey> {
  const secret = newSecret();
  const values = [newId(), partyID, name, hashSecret(secret), [...scopes], expiresAt ?? null];
  const [key] = await database.run(INSERT, values, tx);
  if (!key) throw new Error('the key was not stored');
  await auditWithin(database, origin, [{ type: 'apiKey', id: key.id, after: { partyID } }], tx);
  return { ...key, secret };
}

/** Never extends the lifetime of a key. */
const END = statement<ApiKeyRow>(
  'api-key-end',
  `UPDATE api_keys SET expires_at = least(expires_at, now() + make_interval(secs => $2))
   WHERE id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) RETURNING ${API_KEY}`,
);

/** Creates a key with the same scopes; the old one expires after `overlapSeconds`. @returns undefined if the old key is not valid */
export async function replaceApiKey(
  change: KeyChange,
  { id, overlapSeconds, expiresAt }: ApiKeyRotation,
): Promise<RotatedKeys | undefined> {
  const { database, origin, tx } = change;
  const [old] = await database.run(END, [id, overlapSeconds], tx);
  if (!old) return undefined;
  const { partyID, name, scopes } = old;
  const created = await insertApiKey(change, { partyID, name, scopes, expiresAt });
  await auditWithin(database, origin, [{ type: 'apiKey', id, after: { replacedBy: created.id } }], tx);
  return { old, created };
}
