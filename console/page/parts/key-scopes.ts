/** The scopes of API keys, in the order of forms. */
export const KEY_SCOPES: readonly string[] = ['read', 'payments', 'payouts', 'webhooks', 'keys'];

/** What forms choose at first: a key that creates keys is a decision of its own. */
export const DEFAULT_KEY_SCOPES: readonly string[] = KEY_SCOPES.filter((scope) => scope !== 'keys');
