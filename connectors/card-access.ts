import type { AccountAccess } from './connector-kind';
import type { CardAccess } from './card-rules';
import { findKind } from './kinds';

/** What the vault has to know of an account. */
export interface AccountCardAccess extends CardAccess {
  account: string;
  connector: string;
}

/** Undefined for a connector that this version does not have. */
export function cardAccess(account: string, connector: string, access: AccountAccess): AccountCardAccess | undefined {
  const kind = findKind(connector);
  return kind && { account, connector, ...kind.cards.access(access) };
}
