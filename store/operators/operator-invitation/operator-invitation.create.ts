import { randomBytes } from 'node:crypto';
import { notFound, Refusal } from '../../../domain/platform/errors/refusal';
import { hashSecret } from '../../../security/api-key-secret';
import { auditWithin } from '../../platform/audit/audited';
import { statement } from '../../postgres/database';
import type { Store } from '../../store';
import { OPERATOR_INVITATION, type OperatorInvitation } from './operator-invitation.table';

/** How long the person has to redeem an invitation. */
const LIFETIME = '3 days';

/** A later invitation ends the earlier ones of the operator. */
const SUPERSEDE = statement(
  'operator-invitation-supersede',
  `UPDATE operator_invitations SET expires_at = now()
   WHERE operator_id = $1 AND id <> $2 AND redeemed_at IS NULL AND expires_at > now()`,
);
const INSERT = statement<{ id: string }>(
  'operator-invitation-insert',
  `INSERT INTO operator_invitations (id, operator_id, expires_at) VALUES ($1, $2, now() + interval '${LIFETIME}')
   ON CONFLICT DO NOTHING RETURNING id`,
);

/** Lets the operator make a key once. The id is that of the approved command. Idempotent. */
export async function createInvitation(
  { database, origin }: Pick<Store, 'database' | 'origin'>,
  { id, operatorID }: { id: string; operatorID: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    const [created] = await database.run(INSERT, [id, operatorID], tx);
    if (!created) return;
    await database.run(SUPERSEDE, [operatorID, id], tx);
    await auditWithin(database, origin, [{ type: 'operatorInvitation', id, after: { operatorID } }], tx);
  });
}

const LOCK = statement<OperatorInvitation & { requestedBy: string; approvedBy: string | null }>(
  'operator-invitation-lock',
  `SELECT ${OPERATOR_INVITATION}, c.requested_by AS "requestedBy", c.decided_by AS "approvedBy"
   FROM operator_invitations i JOIN operator_commands c ON c.id = i.id WHERE i.id = $1 FOR UPDATE OF i`,
);
const SET_CODE = statement(
  'operator-invitation-set-code',
  `UPDATE operator_invitations SET requester_code_hash = CASE WHEN $3 THEN $2 ELSE requester_code_hash END,
     approver_code_hash = CASE WHEN $3 THEN approver_code_hash ELSE $2 END WHERE id = $1`,
);

/**
 * Gives the requester or the approver of the invitation his own code, of which only a hash is stored; the code that he
 * took before ends. The person needs both codes, so that neither of them can redeem the invitation alone.
 * @throws Refusal notFound, operationNotPermitted
 */
export async function takeInvitationCode(
  { database, origin }: Pick<Store, 'database' | 'origin'>,
  { id, takerID }: { id: string; takerID: string },
): Promise<OperatorInvitation & { code: string }> {
  const code = `hfi_${randomBytes(32).toString('base64url')}`;
  return database.transaction(async (tx) => {
    const [found] = await database.run(LOCK, [id], tx);
    if (!found) throw notFound('Invitation');
    const { requestedBy, approvedBy, ...invitation } = found;
    if (takerID !== requestedBy && takerID !== approvedBy)
      throw new Refusal('operationNotPermitted', 'the codes are for those who requested and approved the invitation');
    if (!invitation.isOpen) throw new Refusal('operationNotPermitted', 'the invitation is redeemed or has expired');
    await database.run(SET_CODE, [id, hashSecret(code), takerID === requestedBy], tx);
    await auditWithin(database, origin, [{ type: 'operatorInvitation', id, after: { takerID } }], tx);
    return { ...invitation, code };
  });
}
