/**
 * The permissions of an API key: `read` everything of its party, or change payments, payouts (wallet API), webhooks or the
 * party's keys. A key that changes data needs `read` too to see the result.
 */
export const KEY_SCOPES = ['read', 'payments', 'payouts', 'webhooks', 'keys'] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];

/** The scopes of a new key unless others are chosen. Without `keys`, so that a stolen key cannot create further keys. */
export const DEFAULT_KEY_SCOPES: readonly KeyScope[] = ['read', 'payments', 'payouts', 'webhooks'];

export function isKeyScope(text: string): text is KeyScope {
  return (KEY_SCOPES as readonly string[]).includes(text);
}
