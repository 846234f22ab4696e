import { KEY_SCOPES, type KeyScope } from '../../domain/api-key/scopes';
import { auditWithin } from '../audit/audited';
import type { Origin } from '../audit/origin';
import { statement, type Database, type Transaction } from '../database';
import { newId } from '../id';
import { hashSecret, newSecret } from './api-key.secret';
import { API_KEY, type ApiKey } from './api-key.table';

/** What a new key is for. */
export interface NewApiKey {
  partyID: string;
  name: string;
  /** Default: all. */
  scopes?: readonly KeyScope[] | undefined;
  /** Default: never. */
  expiresAt?: Date | undefined;
}

/** A key in the answer that made it, the only one to show `secret`: what the caller sends as bearer. */
export type MadeApiKey = ApiKey & { secret: string };

const INSERT = statement<ApiKey>(
  'api-key-insert',
  `INSERT INTO api_keys (id, party_id, name, key_hash, scopes, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
   RETURNING ${API_KEY}`,
);

/** Makes a key for a party. Its secret is stored only as a hash. */
export async function createApiKey(database: Database, given: NewApiKey, origin?: Origin): Promise<MadeApiKey> {
  return database.transaction((tx) => insertApiKey(database, given, origin, tx));
}

async function insertApiKey(
  database: Database,
  { partyID, name, scopes = KEY_SCOPES, expiresAt }: NewApiKey,
  origin: Origin | undefined,
  tx: Transaction,
): Promise<MadeApiKey> {
  const secret = newSecret();
  const values = [newId(), partyID, name, hashSecret(secret), [...scopes], expiresAt ?? null];
  const [key] = await database.run(INSERT, values, tx);
  if (!key) throw new Error('the key was not stored');
  await auditWithin(database, origin, [{ type: 'apiKey', id: key.id, reason: `of party ${partyID}` }], tx);
  return { ...key, secret };
}

/** Never later than it would have ended anyway. */
const END = statement<ApiKey>(
  'api-key-end',
  `UPDATE api_keys SET expires_at = least(expires_at, now() + make_interval(secs => $2))
   WHERE id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) RETURNING ${API_KEY}`,
);

/**
 * Makes a key like another, which goes on for a while so that both are good while callers change over. The new one never expires
 * unless told to.
 * @returns undefined where there is no such key that is good still
 */
export async function rotateApiKey(
  database: Database,
  { id, overlapSeconds, expiresAt }: { id: string; overlapSeconds: number; expiresAt?: Date | undefined },
  origin?: Origin,
): Promise<{ old: ApiKey; made: MadeApiKey } | undefined> {
  return database.transaction(async (tx) => {
    const [old] = await database.run(END, [id, overlapSeconds], tx);
    if (!old) return undefined;
    const { partyID, name, scopes } = old;
    const made = await insertApiKey(database, { partyID, name, scopes, expiresAt }, origin, tx);
    await auditWithin(database, origin, [{ type: 'apiKey', id, reason: `rotated, its next is ${made.id}` }], tx);
    return { old, made };
  });
}
