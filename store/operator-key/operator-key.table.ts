export interface OperatorKey {
  id: string;
  name: string;
  createdAt: Date;
  revokedAt: Date | null;
}

export const OPERATOR_KEY = `id, name, created_at AS "createdAt", revoked_at AS "revokedAt"`;
