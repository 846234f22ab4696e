import { Refusal } from '../../../domain/platform/errors/refusal';
import { hashSecret } from '../../../security/api-key-secret';
import { createOperatorKey, type IssuedOperatorKey } from '../operator-key/operator-key.create';
import { statement } from '../../postgres/database';
import type { Store } from '../../store';

/** Concurrent redemptions wait for the row, then find it redeemed. */
const REDEEM = statement<{ id: string; operatorID: string }>(
  'operator-invitation-redeem',
  `UPDATE operator_invitations i SET redeemed_at = now() FROM operators o
   WHERE i.requester_code_hash = ANY ($1::bytea[]) AND i.approver_code_hash = ANY ($1::bytea[])
     AND i.redeemed_at IS NULL AND i.expires_at > now() AND o.id = i.operator_id AND o.is_active
   RETURNING i.id, i.operator_id AS "operatorID"`,
);
const SET_KEY = statement('operator-invitation-set-key', 'UPDATE operator_invitations SET key_id = $2 WHERE id = $1');

/** Creates the key of the invited person, once. @throws Refusal operationNotPermitted */
export async function redeemInvitation(
  { database, origin }: Pick<Store, 'database' | 'origin'>,
  { codes, name, expiresAt }: { codes: readonly string[]; name: string; expiresAt: Date },
): Promise<IssuedOperatorKey> {
  return database.transaction(async (tx) => {
    const [redeemed] = await database.run(REDEEM, [codes.map(hashSecret)], tx);
    if (!redeemed)
      throw new Refusal('operationNotPermitted', 'the codes belong to no open invitation: both are needed, once');
    const given = { name, operatorID: redeemed.operatorID, expiresAt };
    const key = await createOperatorKey(database, given, origin, tx);
    await database.run(SET_KEY, [redeemed.id, key.id], tx);
    return key;
  });
}
