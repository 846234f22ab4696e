import { isWithinBand, type BandedTerms } from '../fee/fee-band';
import type { ShopTerms } from '../shop/shop-terms';
import type { WalletProvider } from '../../wallets/wallet-provider/wallet-provider';
import type { ConfiguredParty, ConfiguredShop, PaymentInstitution } from './reference-data';

type ConfiguredContract = ConfiguredParty['contracts'][number];

/** A created or changed entity, as it is stored; `before` is undefined at a creation. */
export interface RowChange {
  /** The entity's name in the audit log. */
  type: string;
  before: object | undefined;
  after: object;
}

/** What of an entity decides where money goes. */
interface Guarded {
  /** A new entity may have any: nothing depends on it yet. */
  bonds?: unknown;
  /** A new entity needs a second person for these too. */
  targets?: unknown;
  /** Need a second person outside the band. */
  fees?: BandedTerms[];
}

type FindInstitution = (contractID: string) => PaymentInstitution | undefined;

/**
 * Whether a change decides where money goes or what is rejected, or sets a fee outside the band of the institution, so that a second person must
 * approve it. A new shop may have the routes, inspection and settlement that its institution gives to new shops.
 */
export function needsSecondPerson({ type, before, after }: RowChange, findInstitution: FindInstitution): boolean {
  const next = getGuarded(type, after);
  const known = before ? getGuarded(type, before) : { bonds: next.bonds, targets: {} };
  if (differs(known.bonds, next.bonds)) return true;
  const institution = type === 'shop' ? findInstitution((after as ConfiguredShop).contractID) : undefined;
  const isInherited = !before && institution && isGiven((after as ConfiguredShop).terms, institution.terms.shopTerms);
  if (differs(known.targets, next.targets) && !isInherited) return true;
  const band = type === 'paymentInstitution' ? (after as PaymentInstitution).terms.feeBand : institution?.terms.feeBand;
  return differs(known.fees, next.fees) && !(next.fees ?? []).every((terms) => isWithinBand(terms, band ?? {}));
}

function getGuarded(type: string, row: object): Guarded {
  if (type === 'shop') {
    const { contractID, terms } = row as ConfiguredShop;
    return { bonds: contractID, targets: pickTargets(terms), fees: [pickFees(terms)] };
  }
  if (type === 'contract') {
    const { paymentInstitutionID, contractor } = row as ConfiguredContract;
    return {
      bonds: paymentInstitutionID,
      targets: { bankAccount: (contractor as { bankAccount?: object }).bankAccount },
    };
  }
  if (type === 'paymentInstitution') {
    const { realm, terms } = row as PaymentInstitution;
    const { routes, inspection, shopTerms = {}, feeBand, payoutAccounts } = terms;
    const targets = { routes, inspection, ...pickTargets(shopTerms, 'shop '), feeBand, payoutAccounts };
    return { bonds: realm, targets, fees: [pickFees(shopTerms)] };
  }
  if (type !== 'walletProvider') return { targets: {} };
  const { realm, destinationAuthorisation, terms } = row as WalletProvider;
  const fees = terms.currencies.flatMap(({ withdrawalFeeBasisPoints, depositFeeBasisPoints }) =>
    [withdrawalFeeBasisPoints, depositFeeBasisPoints].map((share) => ({ feeBasisPoints: Number(share ?? 0) })),
  );
  const { routes, rates } = terms;
  return { bonds: { realm, destinationAuthorisation }, targets: { routes, rates }, fees };
}

const SHOP_TARGETS = ['routes', 'inspection', 'settlement'] as const;

function pickTargets(terms: ShopTerms, prefix = ''): object {
  return Object.fromEntries(SHOP_TARGETS.map((name) => [`${prefix}${name}`, terms[name]]));
}

/** Whether a shop has each target either not at all or as the institution gives it to new shops. */
function isGiven(terms: ShopTerms, given: ShopTerms = {}): boolean {
  return SHOP_TARGETS.every((name) =>
    [undefined, given[name]].some((each) => !differs({ target: terms[name] }, { target: each })),
  );
}

function pickFees({ feeBasisPoints, fees, refundFees, disputeLevies }: BandedTerms): BandedTerms {
  return { feeBasisPoints, fees, refundFees, disputeLevies };
}

/** Empty and missing lists are alike, and the order of names does not matter. */
function differs(one: unknown, other: unknown): boolean {
  return canonicalText(one) !== canonicalText(other);
}

function canonicalText(value: unknown): string {
  return JSON.stringify(value ?? null, (_, field: unknown) => {
    if (typeof field === 'bigint') return String(field);
    if (typeof field !== 'object' || field === null || Array.isArray(field)) return field;
    const present = Object.entries(field).filter(([, each]) => !(Array.isArray(each) && each.length === 0));
    return Object.fromEntries(present.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
