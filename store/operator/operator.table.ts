import type { Role } from '../../domain/operator/roles';

/** A person who operates the platform. */
export interface Operator {
  id: string;
  name: string;
  /** In lower case; unique. */
  email: string;
  roles: readonly Role[];
  createdAt: Date;
}

export const OPERATOR = `id, name, email, roles, created_at AS "createdAt"`;
