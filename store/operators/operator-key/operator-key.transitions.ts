import { auditWithin } from '../../platform/audit/audited';
import type { Origin } from '../../platform/audit/origin';
import { statement, type Database } from '../../postgres/database';
import { OPERATOR_KEY, type OperatorKey } from './operator-key.table';

const REVOKE = statement<OperatorKey>(
  'operator-key-revoke',
  `UPDATE operator_keys SET revoked_at = now() 
   WHERE id = $1 AND ($2::text IS NULL OR operator_id = $2) AND revoked_at IS NULL RETURNING ${OPERATOR_KEY}`,
);

const FIND = statement<OperatorKey>(
  'operator-key-find-any',
  `SELECT ${OPERATOR_KEY} FROM operator_keys WHERE id = $1 AND ($2::text IS NULL OR operator_id = $2)`,
);

/** Revokes a key, of this operator if one is given; the next request with it fails. @returns undefined if there is none */
export async function revokeOperatorKey(
  database: Database,
  { id, operatorID = null, reason }: { id: string; operatorID?: string | null; reason?: string | undefined },
  origin?: Origin,
): Promise<OperatorKey | undefined> {
  return database.transaction(async (tx) => {
    const [key] = await database.run(REVOKE, [id, operatorID], tx);
    if (!key) return (await database.run(FIND, [id, operatorID], tx))[0];
    await auditWithin(database, origin, [{ type: 'operatorKey', id, reason }], tx);
    return key;
  });
}
