/** A key as it may be shown: never the key itself, which exists only in the answer that made it. */
export interface ApiKey {
  id: string;
  partyID: string;
  name: string;
  createdAt: Date;
  revokedAt: Date | null;
}

/** The list for a SELECT of keys. */
export const API_KEY = `id, party_id AS "partyID", name, created_at AS "createdAt", revoked_at AS "revokedAt"`;
