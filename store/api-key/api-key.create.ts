import { statement, type Database } from '../database';
import { newId } from '../id';
import { hashOf, newSecret } from './api-key.secret';
import { API_KEY, type ApiKey } from './api-key.table';

const INSERT = statement<ApiKey>(
  'api-key-insert',
  `INSERT INTO api_keys (id, party_id, name, key_hash) VALUES ($1, $2, $3, $4) RETURNING ${API_KEY}`,
);

/** Makes a key for a party. `secret` is what the caller sends as bearer; it is shown once and stored only as a hash. */
export async function createApiKey(
  database: Database,
  { partyID, name }: { partyID: string; name: string },
): Promise<ApiKey & { secret: string }> {
  const secret = newSecret();
  const [key] = await database.run(INSERT, [newId(), partyID, name, hashOf(secret)]);
  if (!key) throw new Error('the key was not stored');
  return { ...key, secret };
}
