/**
 * What an API key may be for: `read` all that its party has, or change what is of payments, of payouts (the wallet half), of
 * webhooks. A key has one or more; whoever changes and wants to see what came of it has `read` too.
 */
export const KEY_SCOPES = ['read', 'payments', 'payouts', 'webhooks'] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];

export function isKeyScope(text: string): text is KeyScope {
  return (KEY_SCOPES as readonly string[]).includes(text);
}
