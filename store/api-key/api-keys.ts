import { createHash, randomBytes } from 'node:crypto';
import { statement, type Database } from '../database';
import { newId } from '../id';

/** A key as it may be shown: never the key itself, which exists only in the answer that made it. */
export interface ApiKey {
  id: string;
  partyID: string;
  name: string;
  createdAt: Date;
  revokedAt: Date | null;
}

const PREFIX = 'hf_';
const COLUMNS = `id, party_id AS "partyID", name, created_at AS "createdAt", revoked_at AS "revokedAt"`;

const INSERT = statement<ApiKey>(
  'api-key-insert',
  `INSERT INTO api_keys (id, party_id, name, key_hash) VALUES ($1, $2, $3, $4) RETURNING ${COLUMNS}`,
);

/** Makes a key for a party. `secret` is what the caller sends as bearer; it is shown once and stored only as a hash. */
export async function createApiKey(
  database: Database,
  { partyID, name }: { partyID: string; name: string },
): Promise<ApiKey & { secret: string }> {
  const secret = PREFIX + randomBytes(32).toString('base64url');
  const [key] = await database.run(INSERT, [newId(), partyID, name, hashOf(secret)]);
  if (!key) throw new Error('the key was not stored');
  return { ...key, secret };
}

const FIND = statement<ApiKey>(
  'api-key-find',
  `SELECT ${COLUMNS} FROM api_keys WHERE key_hash = $1 AND revoked_at IS NULL`,
);

/** The key that `secret` is, unless revoked. The secret has 256 random bits, so a plain SHA-256 is enough to keep it. */
export async function findApiKey(database: Database, secret: string): Promise<ApiKey | undefined> {
  if (!isApiKey(secret)) return undefined;
  const [key] = await database.run(FIND, [hashOf(secret)]);
  return key;
}

/** Tells by its form whether a bearer value claims to be an API key. */
export function isApiKey(bearer: string): boolean {
  return bearer.startsWith(PREFIX);
}

const REVOKE = statement<ApiKey>(
  'api-key-revoke',
  `UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1 RETURNING ${COLUMNS}`,
);

/** Revokes a key for good; API processes notice within seconds (see the authentication cache). */
export async function revokeApiKey(database: Database, id: string): Promise<ApiKey | undefined> {
  const [key] = await database.run(REVOKE, [id]);
  return key;
}

const LIST = statement<ApiKey>(
  'api-key-list',
  `SELECT ${COLUMNS} FROM api_keys WHERE party_id = $1 ORDER BY created_at, id`,
);

export async function listApiKeys(database: Database, partyID: string): Promise<ApiKey[]> {
  return database.run(LIST, [partyID]);
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
