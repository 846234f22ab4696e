import type { Role } from '../../../domain/operators/operator/roles';
import { hashSecret } from '../../../security/api-key-secret';
import { lookup, statement, type Database } from '../../postgres/database';
import { listByID } from '../../postgres/readers';
import { isOperatorKey } from './operator-key.create';
import { OPERATOR_KEY, type OperatorKey } from './operator-key.table';

/** A valid key with its active operator. */
export interface UsableOperatorKey {
  id: string;
  operatorID: string;
  operatorName: string;
  /** Roles of the operator that the key may use. */
  roles: readonly Role[];
}

const FIND = lookup<UsableOperatorKey>(
  'operator-key-find',
  `SELECT k.id, o.id AS "operatorID", o.name AS "operatorName",
     ARRAY(SELECT r FROM unnest(o.roles) r WHERE k.roles IS NULL OR r = ANY (k.roles)) AS roles
   FROM operator_keys k JOIN operators o ON o.id = k.operator_id
   WHERE k.key_hash = $1 AND k.revoked_at IS NULL AND o.is_active AND (k.expires_at IS NULL OR k.expires_at > now())`,
);

export async function findOperatorKey(database: Database, secret: string): Promise<UsableOperatorKey | undefined> {
  if (!isOperatorKey(secret)) return undefined;
  const [key] = await database.run(FIND, [hashSecret(secret)]);
  return key;
}

const LIST = statement<OperatorKey>(
  'operator-key-list',
  `SELECT ${OPERATOR_KEY} FROM operator_keys WHERE operator_id = $1 ORDER BY created_at, id`,
);

export const listOperatorKeys = listByID(LIST);

const HASHES = statement<{ hash: Buffer }>(
  'operator-key-hashes',
  `SELECT key_hash AS hash FROM operator_keys WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) ORDER BY created_at DESC LIMIT 1000`,
);

/** Base64 hashes of the newest thousand valid keys. */
export async function listOperatorKeyHashes(database: Database): Promise<ReadonlySet<string>> {
  return new Set((await database.run(HASHES, [])).map(({ hash }) => hash.toString('base64')));
}
