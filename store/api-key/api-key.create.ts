import { auditWithin } from '../audit/audited';
import type { Origin } from '../audit/origin';
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
  origin?: Origin,
): Promise<ApiKey & { secret: string }> {
  const secret = newSecret();
  return database.transaction(async (tx) => {
    const [key] = await database.run(INSERT, [newId(), partyID, name, hashOf(secret)], tx);
    if (!key) throw new Error('the key was not stored');
    await auditWithin(database, origin, [{ type: 'apiKey', id: key.id, reason: `of party ${partyID}` }], tx);
    return { ...key, secret };
  });
}
