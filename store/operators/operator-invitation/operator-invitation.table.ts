export interface OperatorInvitation {
  /** The id of the command that made it. */
  id: string;
  operatorID: string;
  expiresAt: Date;
  /** Neither redeemed nor expired. */
  isOpen: boolean;
}

export const OPERATOR_INVITATION = `i.id, i.operator_id AS "operatorID", i.expires_at AS "expiresAt",
  (i.redeemed_at IS NULL AND i.expires_at > now()) IS TRUE AS "isOpen"`;
