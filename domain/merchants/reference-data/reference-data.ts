import type { Contract } from '../contract/contract';
import type { FeeBand } from '../fee/fee-band';
import type { InspectionRule } from '../../payments/inspection/inspection-rule';
import type { PaymentRoute } from '../../payments/payment/routing';
import type { PayoutAccount } from '../settlement/payout-account';
import type { ShopTerms } from '../shop/shop-terms';
import type { WalletProvider } from '../../wallets/wallet-provider/wallet-provider';

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
  /** The inspection of shops whose own terms have none. */
  inspection?: InspectionRule[];
  /** The terms of new shops that are created without terms. */
  shopTerms?: ShopTerms;
  /** The fees that one person may set for shops of the institution. */
  feeBand?: FeeBand;
  /** The provider's own bank accounts, from which shops are paid, one a currency. */
  payoutAccounts?: PayoutAccount[];
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
  terms: ShopTerms;
}

/** A configured party. */
export interface ConfiguredParty {
  id: string;
  isBlocked: boolean;
  webhookLimit: number | null;
  contracts: Omit<Contract, 'partyID'>[];
  shops: ConfiguredShop[];
}

/** A contract of a file; what is omitted is completed. */
export type ContractDraft = Omit<Contract, 'partyID' | 'createdAt'> & { createdAt?: Date | undefined };

/** A shop of a file; what is omitted is completed. */
export type ShopDraft = Omit<ConfiguredShop, Completed> & {
  [Field in Completed]?: ConfiguredShop[Field] | undefined;
};
type Completed = 'currency' | 'contractID' | 'isBlocked' | 'terms';

/** A party of a file; what is omitted is completed. */
export interface PartyDraft {
  id: string;
  isBlocked?: boolean | undefined;
  webhookLimit?: number | null | undefined;
  contracts: ContractDraft[];
  shops: ShopDraft[];
}

/** A file, completed by `completeDraft`. */
export type ReferenceDraft = Omit<ReferenceData, 'parties'> & { parties: PartyDraft[] };

/** Whether a list contains an entity with the same id. */
export function isListed<Id extends string | number>(list: readonly { id: Id }[], { id }: { id: Id }): boolean {
  return list.some((each) => each.id === id);
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

/** Reference data without entities. */
export const EMPTY_REFERENCE_DATA: ReferenceData = {
  categories: [],
  tradeBlocs: [],
  serviceProviders: [],
  paymentInstitutions: [],
  parties: [],
  walletProviders: [],
};
