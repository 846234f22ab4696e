import { statement, type Database } from '../database';
import { hashOf, isApiKey } from './api-key.secret';
import { API_KEY, type ApiKey } from './api-key.table';

const FIND = statement<ApiKey>(
  'api-key-find',
  `SELECT ${API_KEY} FROM api_keys WHERE key_hash = $1 AND revoked_at IS NULL`,
);

/** The key that `secret` is, unless revoked. */
export async function findApiKey(database: Database, secret: string): Promise<ApiKey | undefined> {
  if (!isApiKey(secret)) return undefined;
  const [key] = await database.run(FIND, [hashOf(secret)]);
  return key;
}

const LIST = statement<ApiKey>(
  'api-key-list',
  `SELECT ${API_KEY} FROM api_keys WHERE party_id = $1 ORDER BY created_at, id`,
);

export async function listApiKeys(database: Database, partyID: string): Promise<ApiKey[]> {
  return database.run(LIST, [partyID]);
}
