import { auditWithin } from '../../platform/audit/audited';
import type { Origin } from '../../platform/audit/origin';
import { statement, type Database } from '../../postgres/database';
import type { KeyChange } from './api-key.create';
import { API_KEY, type ApiKeyRow } from './api-key.table';

const REVOKE = statement<ApiKeyRow>(
  'api-key-revoke',
  `UPDATE api_keys SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL RETURNING ${API_KEY}`,
);

const FIND = statement<ApiKeyRow>('api-key-find-any', `SELECT ${API_KEY} FROM api_keys WHERE id = $1`);

/** Revokes a key. API processes notice within seconds (see the authentication cache). */
export async function revokeApiKey(
  database: Database,
  id: string,
  { origin, reason }: { origin?: Origin | undefined; reason?: string } = {},
): Promise<ApiKeyRow | undefined> {
  return database.transaction((tx) => endApiKey({ database, origin, tx }, { id, reason }));
}

/** Idempotent. @returns undefined if there is no such key */
export async function endApiKey(
  { database, origin, tx }: KeyChange,
  { id, reason }: { id: string; reason?: string | undefined },
): Promise<ApiKeyRow | undefined> {
  const [key] = await database.run(REVOKE, [id], tx);
  if (!key) return (await database.run(FIND, [id], tx))[0];
  await auditWithin(database, origin, [{ type: 'apiKey', id, reason }], tx);
  return key;
}
