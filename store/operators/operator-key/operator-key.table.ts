import type { Role } from '../../../domain/operators/operator/roles';

export interface OperatorKey {
  id: string;
  name: string;
  /** The person who uses the key; null for a key that an earlier version created, which is refused. */
  operatorID: string | null;
  /** The roles that the key is restricted to; null for all of its operator's. */
  roles: readonly Role[] | null;
  expiresAt: Date | null;
  createdAt: Date;
  revokedAt: Date | null;
}

export const OPERATOR_KEY = `id, name, operator_id AS "operatorID", roles, expires_at AS "expiresAt", created_at AS "createdAt", revoked_at AS "revokedAt"`;
