import { randomBytes } from 'node:crypto';
import type { Role } from '../../domain/operator/roles';
import { hashSecret } from '../../security/api-key-secret';
import { auditWithin } from '../audit/audited';
import type { Origin } from '../audit/origin';
import { statement, type Database } from '../postgres/database';
import { newId } from '../id';
import { OPERATOR_KEY, type OperatorKey } from './operator-key.table';

/** Differs from the prefix of a party's keys. */
const PREFIX = 'hfo_';

const INSERT = statement<OperatorKey>(
  'operator-key-insert',
  `INSERT INTO operator_keys (id, name, key_hash, operator_id, roles, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
   RETURNING ${OPERATOR_KEY}`,
);

export interface NewOperatorKey {
  name: string;
  operatorID: string;
  /** Default: all roles of the operator. */
  roles?: readonly Role[] | undefined;
  /** Default: never. */
  expiresAt?: Date | undefined;
}

/** Creates an operator's key. Only a hash of its secret is stored. */
export async function createOperatorKey(
  database: Database,
  { name, operatorID, roles, expiresAt }: NewOperatorKey,
  origin?: Origin,
): Promise<OperatorKey & { operatorID: string; secret: string }> {
  const secret = PREFIX + randomBytes(32).toString('base64url');
  return database.transaction(async (tx) => {
    const [key] = await database.run(
      INSERT,
      [newId(), name, hashSecret(secret), operatorID, roles ?? null, expiresAt ?? null],
      tx,
    );
    if (!key) throw new Error('the key was not stored');
    await auditWithin(
      database,
      origin,
      [{ type: 'operatorKey', id: key.id, reason: `${name} of operator ${operatorID}` }],
      tx,
    );
    return { ...key, operatorID, secret };
  });
}

export function isOperatorKey(bearer: string): boolean {
  return bearer.startsWith(PREFIX);
}
