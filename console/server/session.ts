/** Access to the API on behalf of a person: a key, or tokens of the OpenID Connect provider. */
export type SessionCredential = { key: string } | { accessToken: string; expiresAtMs: number; refreshToken?: string };

/** The content of the encrypted cookie; the API has a row of the same id, without which it is worth nothing. */
export interface ConsoleSession {
  id: string;
  kind: 'operator' | 'merchant';
  credential: SessionCredential;
}

/** A session ends after a working day, however busy it is. The API also ends it after half an hour without a person. */
export const ABSOLUTE_MS = 12 * 3_600_000;

export function bearerOf({ credential }: Pick<ConsoleSession, 'credential'>): string {
  return 'key' in credential ? credential.key : credential.accessToken;
}
