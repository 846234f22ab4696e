import type { DestinationResourceType } from '../destination/destination-resource';
import { sameCurrency, type ConversionRate } from '../quote/conversion';

/** Whether money really moves. A wallet and a destination of different realms never meet. */
export type Realm = 'test' | 'live';

/** How destinations of a provider's identities become authorised: by themselves, or by an operator. */
export type DestinationAuthorisation = 'automatic' | 'operator';

/** What a provider allows in one currency, in minor units; both bounds belong to the range. */
export interface CurrencyTerms {
  currency: string;
  minAmountMinor: bigint;
  maxAmountMinor: bigint;
  /** How much may leave one wallet by withdrawals within 24 hours. */
  withdrawalsPerDayMinor?: bigint;
  /** How much may leave one wallet by transfers within 24 hours. */
  transfersPerDayMinor?: bigint;
  /** How much one wallet may own: a deposit that would bring it above that fails. */
  balanceLimitMinor?: bigint;
  /** The platform's part of a withdrawal in this currency, in hundredths of a percent. A conversion is paid for by its rate. */
  withdrawalFeeBasisPoints?: bigint;
  /** What a source pays the platform for a deposit, in hundredths of a percent of it. */
  depositFeeBasisPoints?: bigint;
}

/** A connector that carries out withdrawals; where it names no resources or no currencies, all. */
export interface Route {
  connector: string;
  resourceTypes?: readonly DestinationResourceType[];
  currencies?: readonly string[];
}

/** What a provider does for the identities it serves. */
export interface WalletProviderTerms {
  currencies: readonly CurrencyTerms[];
  resourceTypes: readonly DestinationResourceType[];
  /** Payment systems of the cards that it pays out to, e.g. `visa`. */
  cardPaymentSystems: readonly string[];
  /** Electronic wallets that it pays out to. */
  digitalWalletProviders: readonly string[];
  /** In the order in which they are tried. */
  routes: readonly Route[];
  /** Conversions that it quotes; a currency to itself needs none. */
  rates: readonly ConversionRate[];
}

/** Who serves identities, keeps their wallets and carries out their withdrawals. */
export interface WalletProvider {
  id: string;
  name: string;
  /** Alpha-3 codes of the countries whose residents it serves. */
  residences: readonly string[];
  realm: Realm;
  destinationAuthorisation: DestinationAuthorisation;
  /** How long an authorisation of a destination holds; null means for ever. */
  authorisationLifetimeSeconds: number | null;
  terms: WalletProviderTerms;
}

/** The terms of one currency, or undefined where the provider does not work in it. */
export function currencyTerms(provider: WalletProvider, currency: string): CurrencyTerms | undefined {
  return provider.terms.currencies.find((terms) => terms.currency === currency);
}

/** Whether the provider pays out to such a resource. */
export function allowsResource(provider: WalletProvider, type: DestinationResourceType): boolean {
  return provider.terms.resourceTypes.includes(type);
}

/** The connector that carries out a withdrawal, or undefined where no route leads there. */
export function findRoute(
  provider: WalletProvider,
  withdrawal: { resourceType: DestinationResourceType; currency: string },
): string | undefined {
  return provider.terms.routes.find(
    ({ resourceTypes, currencies }) =>
      (resourceTypes?.includes(withdrawal.resourceType) ?? true) && (currencies?.includes(withdrawal.currency) ?? true),
  )?.connector;
}

/** The rate of a conversion, or undefined where the provider quotes none. */
export function findRate(
  provider: WalletProvider,
  { from, to }: { from: string; to: string },
): ConversionRate | undefined {
  if (from === to) return sameCurrency(from);
  return provider.terms.rates.find((rate) => rate.from === from && rate.to === to);
}
