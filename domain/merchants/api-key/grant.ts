import { Refusal } from '../../platform/errors/refusal';
import { KEY_SCOPES, type KeyScope } from './scopes';

/** The key that creates or rotates another one. */
export interface GrantingKey {
  scopes: readonly KeyScope[];
  /** Null: never expires. */
  expiresAt: Date | null;
}

/** Control characters, and those that change the direction of the text around them. */
const UNREADABLE = /\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u;

/** @throws Refusal invalidRequest for a name that a person could not read in a list */
export function assertReadableName(name: string): void {
  if (!UNREADABLE.test(name)) return;
  throw new Refusal('invalidRequest', 'body.name: must be one line without control characters', { place: 'body.name' });
}

/**
 * The wanted scopes without repetitions. A key gives no scope that it lacks.
 * @throws Refusal insufficientScope
 */
export function grantScopes(by: GrantingKey, wanted: readonly KeyScope[], place: string): KeyScope[] {
  const missing = KEY_SCOPES.filter((scope) => wanted.includes(scope) && !by.scopes.includes(scope));
  if (missing.length === 0) return KEY_SCOPES.filter((scope) => wanted.includes(scope));
  const message = `${place}: the calling key lacks the scope ${missing.join(', ')}, so it cannot give it to another key`;
  throw new Refusal('insufficientScope', message, { place });
}

/**
 * When the new key expires; undefined: never. By default with the calling key, and never later.
 * @throws Refusal invalidRequest
 */
export function grantExpiry(by: GrantingKey, wanted: Date | undefined): Date | undefined {
  if (by.expiresAt === null) return wanted;
  if (wanted === undefined) return by.expiresAt;
  if (wanted.getTime() <= by.expiresAt.getTime()) return wanted;
  throw new Refusal('invalidRequest', 'body.expiresAt: must not be later than the expiry of the calling key', {
    place: 'body.expiresAt',
  });
}
