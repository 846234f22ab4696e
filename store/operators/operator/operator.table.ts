import type { Role } from '../../../domain/operators/operator/roles';

/** A person who operates the platform. */
export interface Operator {
  id: string;
  name: string;
  /** In lower case; unique. */
  email: string;
  roles: readonly Role[];
  isActive: boolean;
  /** The OpenID Connect provider that names the roles; null for an operator with keys only. */
  issuer: string | null;
  createdAt: Date;
  lastSeenAt: Date | null;
}

export const OPERATOR = `id, name, email, roles, is_active AS "isActive", issuer, created_at AS "createdAt",
  last_seen_at AS "lastSeenAt"`;
