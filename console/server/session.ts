/** Access to the API on behalf of a person: a key, or tokens of the OpenID Connect provider. */
export type SessionCredential = { key: string } | { accessToken: string; expiresAtMs: number; refreshToken?: string };

/** A session lives in an encrypted cookie: it survives a restart and needs no table. */
export interface ConsoleSession {
  id: string;
  kind: 'operator' | 'merchant';
  credential: SessionCredential;
  startedAtMs: number;
  /** The last request that a person caused, to within a minute. */
  seenAtMs: number;
}

/** Without a request that a person caused, a session ends after half an hour. */
export const IDLE_MS = 30 * 60_000;
/** A session ends after a working day, however busy it is. */
export const ABSOLUTE_MS = 12 * 3_600_000;

export function isAlive({ startedAtMs, seenAtMs }: ConsoleSession, nowMs: number): boolean {
  return nowMs < startedAtMs + ABSOLUTE_MS && nowMs < seenAtMs + IDLE_MS;
}
