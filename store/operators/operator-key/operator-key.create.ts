import { randomBytes } from 'node:crypto';
import type { Role } from '../../../domain/operators/operator/roles';
import { hashSecret } from '../../../security/api-key-secret';
import { auditWithin } from '../../platform/audit/audited';
import type { Origin } from '../../platform/audit/origin';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { newId } from '../../id';
import { OPERATOR_KEY, type OperatorKey } from './operator-key.table';

/** Differs from the prefix of a party's keys. */
const PREFIX = 'hfo_';

/** A key that another key made has at most its roles, and was given when that one was. */
const INSERT = statement<OperatorKey>(
  'operator-key-insert',
  `INSERT INTO operator_keys (id, name, key_hash, operator_id, roles, expires_at, granted_at)
   SELECT $1, $2, $3, $4, coalesce($5, m.roles), $6,
     CASE WHEN $7 THEN '-infinity' ELSE coalesce(m.granted_at, now()) END
   FROM (SELECT) one LEFT JOIN operator_keys m ON m.id = $8 AND m.operator_id = $4
   RETURNING ${OPERATOR_KEY}`,
);

export interface NewOperatorKey {
  name: string;
  operatorID: string;
  /** Default: all roles of the operator. */
  roles?: readonly Role[] | undefined;
  /** Default: never. */
  expiresAt?: Date | undefined;
  /** The operator's own key that makes this one. */
  madeWith?: string | undefined;
  /** Whether it may approve at once: at the installation, and for a person whom the OpenID Connect provider names. */
  isTrusted?: boolean | undefined;
}

export type IssuedOperatorKey = OperatorKey & { operatorID: string; secret: string };

/** Creates an operator's key. Only a hash of its secret is stored. */
export async function createOperatorKey(
  database: Database,
  given: NewOperatorKey,
  origin?: Origin,
  tx?: Transaction,
): Promise<IssuedOperatorKey> {
  if (!tx) return database.transaction((own) => createOperatorKey(database, given, origin, own));
  const { name, operatorID, roles = null, expiresAt = null, madeWith = null, isTrusted = false } = given;
  const secret = PREFIX + randomBytes(32).toString('base64url');
  const values = [newId(), name, hashSecret(secret), operatorID, roles, expiresAt, isTrusted, madeWith];
  const [key] = await database.run(INSERT, values, tx);
  if (!key) throw new Error('the key was not stored');
  await auditWithin(database, origin, [{ type: 'operatorKey', id: key.id, after: { name, operatorID } }], tx);
  return { ...key, operatorID, secret };
}

export function isOperatorKey(bearer: string): boolean {
  return bearer.startsWith(PREFIX);
}
