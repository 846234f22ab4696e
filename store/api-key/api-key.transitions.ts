import { auditWithin } from '../audit/audited';
import type { Origin } from '../audit/origin';
import { statement, type Database } from '../database';
import { API_KEY, type ApiKey } from './api-key.table';

const REVOKE = statement<ApiKey>(
  'api-key-revoke',
  `UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1 RETURNING ${API_KEY}`,
);

/** Revokes a key for good; API processes notice within seconds (see the authentication cache). */
export async function revokeApiKey(database: Database, id: string, origin?: Origin): Promise<ApiKey | undefined> {
  return database.transaction(async (tx) => {
    const [key] = await database.run(REVOKE, [id], tx);
    if (key) await auditWithin(database, origin, [{ type: 'apiKey', id }], tx);
    return key;
  });
}
