import { ApplicationFailure } from '@temporalio/activity';
import { DEFAULT_PROVIDER } from '../../store/payment/payment.ledger';
import { findShop, type Shop } from '../../store/shop/shops';
import type { Store } from '../../store/store';
import type { Connector } from './connector';

/** How long a provider is waited for unless said otherwise: less than the local activity that asks may take. */
export const PROVIDER_TIMEOUT_MS = 6_000;

/** What asks a provider for a shop's money. */
export interface ProviderDependencies {
  store: Store;
  connectors: Readonly<Record<string, Connector>>;
  /** How long a provider is waited for. */
  providerTimeoutMs?: number;
}

/** A shop with the connector that its terms name. */
export interface ShopConnector {
  shop: Shop;
  connector: Connector;
}

export async function shopConnector(
  { store, connectors }: ProviderDependencies,
  owner: { shopID: string; partyID: string },
): Promise<ShopConnector> {
  const shop = await findShop(store.database, owner);
  if (!shop) throw new Error(`shop ${owner.shopID} is missing`);
  const name = shop.terms.provider ?? DEFAULT_PROVIDER;
  const connector = connectors[name];
  if (!connector) throw new Error(`shop ${shop.id} names the connector ${name}, which is not configured`);
  return { shop, connector };
}

/** @throws a retryable failure where the provider gave no answer: the next attempt looks the operation up */
export function answered<Outcome extends { kind: string }>(outcome: Outcome): Exclude<Outcome, { kind: 'unknown' }> {
  if (outcome.kind === 'unknown') {
    throw ApplicationFailure.retryable('the provider gave no answer', 'OutcomeUnknown');
  }
  return outcome as Exclude<Outcome, { kind: 'unknown' }>;
}
