import { auditWithin } from '../audit/audited';
import type { Origin } from '../audit/origin';
import { statement, type Database } from '../database';
import { OPERATOR_KEY, type OperatorKey } from './operator-key.table';

const REVOKE = statement<OperatorKey>(
  'operator-key-revoke',
  `UPDATE operator_keys SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1 RETURNING ${OPERATOR_KEY}`,
);

/** Revokes a key for good: the next request with it is refused. @returns undefined where there is no such key */
export async function revokeOperatorKey(
  database: Database,
  id: string,
  origin?: Origin,
): Promise<OperatorKey | undefined> {
  return database.transaction(async (tx) => {
    const [key] = await database.run(REVOKE, [id], tx);
    if (key) await auditWithin(database, origin, [{ type: 'operatorKey', id }], tx);
    return key;
  });
}
