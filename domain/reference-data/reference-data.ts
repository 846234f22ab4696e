import type { Contract } from '../contract/contract';
import type { PaymentRoute } from '../payment/routing';
import type { WalletProvider } from '../wallet-provider/wallet-provider';

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

/** The provider of a payment method: a terminal network, a wallet, a bank's service. */
export interface ServiceProvider {
  id: string;
  brandName: string | null;
  category: string | null;
  metadata: object | null;
}

/** A payment institution's restrictions; omitted ones do not restrict. */
export interface InstitutionTerms {
  currencies?: string[];
  categories?: number[];
  /** The routes of shops whose own terms have none. */
  routes?: PaymentRoute[];
}

/** An institution that accepts payments by contracts with parties. */
export interface PaymentInstitution {
  id: number;
  name: string;
  description: string | null;
  /** Alpha-3 codes of the countries whose residents it serves. */
  residences: string[];
  realm: 'test' | 'live';
  terms: InstitutionTerms;
}

/** A configured shop; its owner controls whether it is suspended. */
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

/** A configured party. */
export interface ConfiguredParty {
  id: string;
  isBlocked: boolean;
  webhookLimit: number | null;
  contracts: Omit<Contract, 'partyID'>[];
  shops: ConfiguredShop[];
}

/** The content of a reference data file. */
export interface ReferenceData {
  categories: Category[];
  tradeBlocs: TradeBloc[];
  serviceProviders: ServiceProvider[];
  paymentInstitutions: PaymentInstitution[];
  parties: ConfiguredParty[];
  /** Providers of identities and wallets. */
  walletProviders: WalletProvider[];
}
