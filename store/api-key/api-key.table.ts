import type { KeyScope } from '../../domain/api-key/scopes';

/** A key as it may be shown: never the key itself, which exists only in the answer that made it. */
export interface ApiKey {
  id: string;
  partyID: string;
  name: string;
  scopes: KeyScope[];
  createdAt: Date;
  /** From then on it is as one that there never was; null: never. */
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** To the minute. */
  lastUsedAt: Date | null;
  /** When it last asked more than it may; to the minute. */
  lastLimitedAt: Date | null;
}

/** The list for a SELECT of keys. */
export const API_KEY = `id, party_id AS "partyID", name, scopes, created_at AS "createdAt", expires_at AS "expiresAt",
  revoked_at AS "revokedAt", last_used_at AS "lastUsedAt", last_limited_at AS "lastLimitedAt"`;
