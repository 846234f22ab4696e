/**
 * The permissions of an API key: `read` everything of its party, or change payments, payouts (wallet API) or webhooks. A
 * key that changes data needs `read` too to see the result.
 */
export const KEY_SCOPES = ['read', 'payments', 'payouts', 'webhooks'] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];

export function isKeyScope(text: string): text is KeyScope {
  return (KEY_SCOPES as readonly string[]).includes(text);
}
