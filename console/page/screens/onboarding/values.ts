import type { Values } from '../../forms/values';
import { DEFAULT_KEY_SCOPES } from '../../parts/key-scopes';

/** Ids of the platform have at most this many characters. */
const MAX_ID_LENGTH = 40;

/** What has been typed, and the defaults of untouched fields. */
export function withDefaults(typed: Values): Values {
  const party = (typed['party.id'] ?? '').trim();
  const derive = (suffix: string): string =>
    party === '' ? '' : `${party.slice(0, MAX_ID_LENGTH - suffix.length - 1)}-${suffix}`;
  return {
    'contract.id': derive('contract'),
    'contract.kind': 'RegisteredUser',
    'shop.id': derive('shop'),
    'key.name': 'main',
    'key.scopes': DEFAULT_KEY_SCOPES.join(','),
    ...typed,
    'shop.terms.amountLimits.0.currency': typed['shop.currency'] ?? '',
  };
}
