import type { Role } from '../../domain/operator/roles';

/** A person who operates the platform. */
export interface Operator {
  id: string;
  name: string;
  /** In lower case; unique. */
  email: string;
  roles: readonly Role[];
  isActive: boolean;
  createdAt: Date;
  lastSeenAt: Date | null;
}

export const OPERATOR = `id, name, email, roles, is_active AS "isActive", created_at AS "createdAt",
  last_seen_at AS "lastSeenAt"`;
