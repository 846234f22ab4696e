import type { KeyScope } from '../../../domain/merchants/api-key/scopes';

export interface ApiKeyRow {
  id: string;
  partyID: string;
  name: string;
  scopes: KeyScope[];
  createdAt: Date;
  /** Null: never expires. */
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  /** When the key last exceeded its rate limit, to the minute. */
  lastLimitedAt: Date | null;
}

export const API_KEY = `id, party_id AS "partyID", name, scopes, created_at AS "createdAt", expires_at AS "expiresAt",
  revoked_at AS "revokedAt", last_used_at AS "lastUsedAt", last_limited_at AS "lastLimitedAt"`;
