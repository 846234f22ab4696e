import { lookup, statement, type Database } from '../../postgres/database';
import { findByID, listByID } from '../../postgres/readers';
import { hashSecret, isApiKey } from '../../../security/api-key-secret';
import { API_KEY, type ApiKeyRow } from './api-key.table';

const FIND = lookup<ApiKeyRow>(
  'api-key-find',
  `SELECT ${API_KEY} FROM api_keys
   WHERE key_hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
);

/** Finds a valid key by the hash of its secret, so that timing reveals nothing about the secret. */
export async function findApiKey(database: Database, secret: string): Promise<ApiKeyRow | undefined> {
  return isApiKey(secret) ? findApiKeyByHash(database, hashSecret(secret)) : undefined;
}

export async function findApiKeyByHash(database: Database, hash: Buffer): Promise<ApiKeyRow | undefined> {
  const [key] = await database.run(FIND, [hash]);
  return key;
}

const FIND_VALID = statement<ApiKeyRow>(
  'api-key-find-valid',
  `SELECT ${API_KEY} FROM api_keys WHERE id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
);

/** A key that is neither revoked nor expired. */
export const findValidKey = findByID(FIND_VALID);

const LIST = statement<ApiKeyRow>(
  'api-key-list',
  `SELECT ${API_KEY} FROM api_keys WHERE party_id = $1 ORDER BY created_at, id`,
);

export const listApiKeys = listByID(LIST);

const LIMITED = statement<{ id: string; partyID: string; lastLimitedAt: Date }>(
  'api-key-limited',
  `SELECT id, party_id AS "partyID", last_limited_at AS "lastLimitedAt" FROM api_keys
   WHERE last_limited_at > now() - make_interval(secs => $1) ORDER BY last_limited_at DESC`,
);

/** Keys that exceeded their rate limit recently, the latest first. */
export async function listRecentlyLimitedKeys(database: Database, withinSeconds: number) {
  return database.run(LIMITED, [withinSeconds]);
}
