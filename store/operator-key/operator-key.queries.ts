import { hashSecret } from '../../security/api-key-secret';
import { lookup, statement, type Database } from '../postgres/database';
import { isOperatorKey } from './operator-key.create';
import { OPERATOR_KEY, type OperatorKey } from './operator-key.table';

const FIND = lookup<OperatorKey>(
  'operator-key-find',
  `SELECT ${OPERATOR_KEY} FROM operator_keys WHERE key_hash = $1 AND revoked_at IS NULL`,
);

export async function findOperatorKey(database: Database, secret: string): Promise<OperatorKey | undefined> {
  if (!isOperatorKey(secret)) return undefined;
  const [key] = await database.run(FIND, [hashSecret(secret)]);
  return key;
}

const LIST = statement<OperatorKey>(
  'operator-key-list',
  `SELECT ${OPERATOR_KEY} FROM operator_keys ORDER BY created_at, id`,
);

export async function listOperatorKeys(database: Database): Promise<OperatorKey[]> {
  return database.run(LIST, []);
}

const HASHES = statement<{ hash: Buffer }>(
  'operator-key-hashes',
  'SELECT key_hash AS hash FROM operator_keys WHERE revoked_at IS NULL ORDER BY created_at DESC LIMIT 1000',
);

/** Base64 hashes of the newest thousand valid keys. */
export async function listOperatorKeyHashes(database: Database): Promise<ReadonlySet<string>> {
  return new Set((await database.run(HASHES, [])).map(({ hash }) => hash.toString('base64')));
}
