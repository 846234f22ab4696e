import type { Contract } from '../contract/contract';
import type { FeeBand } from '../fee/fee-band';
import type { FeeRule } from '../fee/fee-rules';
import { rfc3339Text } from '../../platform/rfc3339/rfc3339';
import type { ReserveShare } from '../settlement/settlement-terms';
import type { ShopTerms } from '../shop/shop-terms';
import type { CurrencyTerms, WalletProvider } from '../../wallets/wallet-provider/wallet-provider';
import type {
  ConfiguredParty,
  ConfiguredShop,
  PaymentInstitution,
  ReferenceData,
  ServiceProvider,
} from './reference-data';

/** A configured entity in the form of the YAML file, which its schema reads back. */
export type FileForm = Record<string, unknown>;

/** Omits undefined and null fields, as files do. */
function compact(fields: FileForm): FileForm {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}

/** The inverse of the schema of reference data. */
export function toFileForm(data: ReferenceData): Record<keyof ReferenceData, FileForm[]> {
  return {
    categories: data.categories.map(toListForm),
    tradeBlocs: data.tradeBlocs.map(toListForm),
    serviceProviders: data.serviceProviders.map(toListForm),
    paymentInstitutions: data.paymentInstitutions.map(toInstitutionForm),
    parties: data.parties.map((party) => ({
      ...toPartyForm(party),
      contracts: party.contracts.map(toContractForm),
      shops: party.shops.map(toShopForm),
    })),
    walletProviders: data.walletProviders.map(toWalletProviderForm),
  };
}

export function toListForm(entity: { id: string | number } | ServiceProvider): FileForm {
  return compact({ ...entity });
}

export function toInstitutionForm({ terms, ...institution }: PaymentInstitution): FileForm {
  const { shopTerms, feeBand, ...rest } = terms;
  const inner = { ...rest, shopTerms: shopTerms && toTermsForm(shopTerms), feeBand: feeBand && toBandForm(feeBand) };
  return compact({ ...institution, terms: compact(inner) });
}

function toBandForm({ minBasisPoints, maxBasisPoints, maxFixed }: FeeBand): FileForm {
  const [minPercent, maxPercent] = [toPercentage(minBasisPoints), toPercentage(maxBasisPoints)];
  return compact({ minPercent, maxPercent, maxFixed });
}

export function toPartyForm({ id, isBlocked, webhookLimit }: Omit<ConfiguredParty, 'contracts' | 'shops'>): FileForm {
  return compact({ id, blocked: isBlocked, webhookLimit });
}

export function toContractForm(contract: Omit<Contract, 'partyID'>): FileForm {
  return compact({
    id: contract.id,
    createdAt: rfc3339Text(contract.createdAt),
    validSince: rfc3339Text(contract.validSince),
    validUntil: rfc3339Text(contract.validUntil),
    terminatedAt: rfc3339Text(contract.terminatedAt),
    paymentInstitution: contract.paymentInstitutionID,
    contractor: contract.contractor,
    legalAgreement: contract.legalAgreement,
    reportingPreferences: contract.reportingPreferences,
    adjustments: contract.adjustments.map(({ id, createdAt, validSince, validUntil }) =>
      compact({
        id,
        createdAt: rfc3339Text(createdAt),
        validSince: rfc3339Text(validSince),
        validUntil: rfc3339Text(validUntil),
      }),
    ),
  });
}

export function toShopForm(shop: ConfiguredShop): FileForm {
  return compact({
    id: shop.id,
    name: shop.name,
    description: shop.description,
    url: shop.locationUrl,
    currency: shop.currency,
    category: shop.categoryID,
    contract: shop.contractID,
    blocked: shop.isBlocked,
    terms: toTermsForm(shop.terms),
  });
}

export function toTermsForm(given: ShopTerms): FileForm {
  const { holdLifetimeSeconds, feeBasisPoints, fees, refundFees, vatBasisPoints, settlement, ...terms } = given;
  const { rolling, afterEnd, ...kept } = settlement?.reserve ?? {};
  const reserve = compact({ ...kept, rolling: toShareForm(rolling), afterEnd: toShareForm(afterEnd) });
  return compact({
    ...terms,
    settlement: settlement && compact({ ...settlement, reserve: settlement.reserve && reserve }),
    holdLifetime: toDuration(holdLifetimeSeconds),
    fee: toPercentage(feeBasisPoints),
    fees: fees?.map(toFeeForm),
    refundFees: refundFees?.map(toFeeForm),
    vatRate: toPercentage(vatBasisPoints),
  });
}

function toShareForm(share: ReserveShare | undefined): FileForm | undefined {
  return share && { percent: toPercentage(share.basisPoints), days: share.days };
}

function toFeeForm({ basisPoints, tiers, ...rule }: FeeRule): FileForm {
  return compact({
    ...rule,
    percent: toPercentage(basisPoints),
    tiers: tiers?.map(({ from, basisPoints: share }) => ({ from, percent: toPercentage(share) })),
  });
}

export function toWalletProviderForm(provider: WalletProvider): FileForm {
  const { terms, authorisationLifetimeSeconds, ...given } = provider;
  const { resourceTypes, currencies, rates, ...lists } = terms;
  return compact({
    ...given,
    authorisationLifetime: toDuration(authorisationLifetimeSeconds),
    ...lists,
    resources: resourceTypes,
    currencies: currencies.map(toCurrencyForm),
    rates: rates.map((rate) => ({
      ...rate,
      numerator: Number(rate.numerator),
      denominator: Number(rate.denominator),
    })),
  });
}

function toCurrencyForm(terms: CurrencyTerms): FileForm {
  const toNumber = (amountMinor: bigint | undefined) => (amountMinor === undefined ? undefined : Number(amountMinor));
  return compact({
    currency: terms.currency,
    min: toNumber(terms.minAmountMinor),
    max: toNumber(terms.maxAmountMinor),
    withdrawalsPerDay: toNumber(terms.withdrawalsPerDayMinor),
    transfersPerDay: toNumber(terms.transfersPerDayMinor),
    balanceLimit: toNumber(terms.balanceLimitMinor),
    withdrawalFee: toPercentage(toNumber(terms.withdrawalFeeBasisPoints)),
    depositFee: toPercentage(toNumber(terms.depositFeeBasisPoints)),
  });
}

const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'm'],
] as const;

/** `7d`, in the largest unit that divides it. */
function toDuration(seconds: number | null | undefined): string | undefined {
  if (seconds === undefined || seconds === null) return undefined;
  const [length, unit] = UNITS.find(([each]) => seconds > 0 && seconds % each === 0) ?? [1, 's'];
  return `${seconds / length}${unit}`;
}

/** `2.5%`. */
function toPercentage(basisPoints: number | undefined): string | undefined {
  return basisPoints === undefined ? undefined : `${basisPoints / 100}%`;
}
