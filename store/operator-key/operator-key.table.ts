/** A key of an operator as it may be shown: never the key itself, which exists only in the answer that made it. */
export interface OperatorKey {
  id: string;
  name: string;
  createdAt: Date;
  revokedAt: Date | null;
}

/** The list for a SELECT of keys. */
export const OPERATOR_KEY = `id, name, created_at AS "createdAt", revoked_at AS "revokedAt"`;
