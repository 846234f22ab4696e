import type { Contract } from '../contract/contract';
import type { PaymentRoute } from '../payment/routing';
import type { WalletProvider } from '../wallet-provider/wallet-provider';

/** A category of goods and services. */
export interface Category {
  id: number;
  name: string;
  description: string | null;
}

/** A union of countries that trade with each other; `countries` are alpha-3 codes. */
export interface TradeBloc {
  id: string;
  name: string;
  description: string | null;
  countries: string[];
}

/** Who stands behind a way to pay: a terminal network, a wallet, a bank's service. */
export interface ServiceProvider {
  id: string;
  brandName: string | null;
  category: string | null;
  metadata: object | null;
}

/** What a payment institution takes payments in and for; what is not named is not restricted. */
export interface InstitutionTerms {
  currencies?: string[];
  categories?: number[];
  /** The connectors that take the payments of shops whose own terms name none. */
  routes?: PaymentRoute[];
}

/** Who takes payments by contracts with parties. */
export interface PaymentInstitution {
  id: number;
  name: string;
  description: string | null;
  /** Alpha-3 codes of the countries whose residents it serves. */
  residences: string[];
  realm: 'test' | 'live';
  terms: InstitutionTerms;
}

/** A shop as a provider configures it; whether it is suspended is its owner's business. */
export interface ConfiguredShop {
  id: string;
  currency: string;
  categoryID: number;
  contractID: string;
  locationUrl: string;
  name: string;
  description: string | null;
  isBlocked: boolean;
  terms: object;
}

/** A party as a provider configures it. */
export interface ConfiguredParty {
  id: string;
  isBlocked: boolean;
  webhookLimit: number | null;
  contracts: Omit<Contract, 'partyID'>[];
  shops: ConfiguredShop[];
}

/** Everything that a provider configures, as the file of reference data says it. */
export interface ReferenceData {
  categories: Category[];
  tradeBlocs: TradeBloc[];
  serviceProviders: ServiceProvider[];
  paymentInstitutions: PaymentInstitution[];
  parties: ConfiguredParty[];
  /** Who serves identities and wallets. */
  walletProviders: WalletProvider[];
}
