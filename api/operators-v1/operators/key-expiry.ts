import { Refusal } from '../../../domain/platform/errors/refusal';
import { parseRfc3339 } from '../../../domain/platform/rfc3339/rfc3339';

const DAY_MS = 86_400_000;
const DEFAULT_LIFETIME_MS = 90 * DAY_MS;
const MAX_LIFETIME_MS = 366 * DAY_MS;

/** When a new key ends. @throws Refusal invalidRequest */
export function readExpiry(text: string | undefined, now: number): Date {
  if (text === undefined) return new Date(now + DEFAULT_LIFETIME_MS);
  const expiresAt = parseRfc3339(text);
  if (expiresAt && expiresAt.getTime() > now && expiresAt.getTime() <= now + MAX_LIFETIME_MS) return expiresAt;
  throw new Refusal('invalidRequest', 'body.expiresAt: must be a time within a year from now');
}
