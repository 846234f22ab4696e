import { orderAccounts, type AccountStates, type RankedRoute } from '../../payments/connector-account/order-accounts';
import type { DestinationResourceType } from '../destination/destination-resource';
import { sameCurrency, type ConversionRate } from '../quote/conversion';

/** Whether real money moves. Wallets and destinations of different realms never meet. */
export type Realm = 'test' | 'live';

/** Who authorises destinations: the platform automatically, or an operator. */
export type DestinationAuthorisation = 'automatic' | 'operator';

/** A provider's limits in one currency, in minor units and inclusive. */
export interface CurrencyTerms {
  currency: string;
  minAmountMinor: bigint;
  maxAmountMinor: bigint;
  /** Withdrawals per wallet within 24 hours. */
  withdrawalsPerDayMinor?: bigint;
  /** Transfers per wallet within 24 hours. */
  transfersPerDayMinor?: bigint;
  /** The highest balance of a wallet: a deposit beyond it fails. */
  balanceLimitMinor?: bigint;
  /** The withdrawal fee in hundredths of a percent. A conversion has none: its rate pays for it. */
  withdrawalFeeBasisPoints?: bigint;
  /** The source's fee for a deposit, in hundredths of a percent. */
  depositFeeBasisPoints?: bigint;
}

/** A route of withdrawals to an account of a connector; omitted restrictions match everything. */
export interface Route extends RankedRoute {
  resourceTypes?: readonly DestinationResourceType[];
  currencies?: readonly string[];
  /** In minor units of the paid-out currency, inclusive. */
  minAmount?: number;
  /** In minor units of the paid-out currency, inclusive. */
  maxAmount?: number;
}

/** A provider's terms for its identities. */
export interface WalletProviderTerms {
  currencies: readonly CurrencyTerms[];
  resourceTypes: readonly DestinationResourceType[];
  /** Payment systems of payout cards, e.g. `visa`. */
  cardPaymentSystems: readonly string[];
  /** Electronic wallets for payouts. */
  digitalWalletProviders: readonly string[];
  routes: readonly Route[];
  /** Rates of quotes; none is needed within one currency. */
  rates: readonly ConversionRate[];
}

/** The provider of identities, their wallets and withdrawals. */
export interface WalletProvider {
  id: string;
  name: string;
  /** Alpha-3 codes of the countries whose residents it serves. */
  residences: readonly string[];
  realm: Realm;
  destinationAuthorisation: DestinationAuthorisation;
  /** Lifetime of a destination's authorisation; null means unlimited. */
  authorisationLifetimeSeconds: number | null;
  terms: WalletProviderTerms;
}

/** Returns the terms of a currency, if the provider supports it. */
export function currencyTerms(provider: WalletProvider, currency: string): CurrencyTerms | undefined {
  return provider.terms.currencies.find((terms) => terms.currency === currency);
}

export function allowsResource(provider: WalletProvider, type: DestinationResourceType): boolean {
  return provider.terms.resourceTypes.includes(type);
}

/** A withdrawal to route. */
export interface RoutedWithdrawal {
  resourceType: DestinationResourceType;
  currency: string;
  amountMinor: bigint;
  /** Decides between weights. */
  key: string;
}

/** Returns the account of a withdrawal, if a route matches and its account is enabled. */
export function findRoute(
  provider: WalletProvider,
  withdrawal: RoutedWithdrawal,
  states: AccountStates,
): string | undefined {
  const matching = provider.terms.routes.filter((route) => matchesRoute(route, withdrawal));
  const [first] = orderAccounts(matching, withdrawal.key, states);
  return first?.result === 'chosen' ? first.account : undefined;
}

function matchesRoute(route: Route, { resourceType, currency, amountMinor }: RoutedWithdrawal): boolean {
  if (route.resourceTypes && !route.resourceTypes.includes(resourceType)) return false;
  if (route.currencies && !route.currencies.includes(currency)) return false;
  const isTooSmall = route.minAmount !== undefined && amountMinor < BigInt(route.minAmount);
  const isTooLarge = route.maxAmount !== undefined && amountMinor > BigInt(route.maxAmount);
  return !isTooSmall && !isTooLarge;
}

/** Returns the rate of a conversion, if the provider quotes it. */
export function findRate(
  provider: WalletProvider,
  { from, to }: { from: string; to: string },
): ConversionRate | undefined {
  if (from === to) return sameCurrency(from);
  return provider.terms.rates.find((rate) => rate.from === from && rate.to === to);
}
