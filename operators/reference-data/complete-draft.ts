import {
  isListed,
  type ConfiguredShop,
  type PartyDraft,
  type ReferenceData,
  type ReferenceDraft,
  type ShopDraft,
} from '../../domain/merchants/reference-data/reference-data';
import type { ShopTerms } from '../../domain/merchants/shop/shop-terms';
import type { Misplaced } from './references';

interface Completed {
  data: ReferenceData;
  problems: Misplaced[];
}

/**
 * Completes what a file omits: from what is on record, or else by default. A new shop has the contract of its party if that is
 * the only one, and the first currency and the shop terms of the contract's institution.
 */
export function completeDraft(draft: ReferenceDraft, record: ReferenceData): Completed {
  const problems: Misplaced[] = [];
  const institutions = [...draft.paymentInstitutions, ...record.paymentInstitutions];
  const now = new Date();
  const parties = draft.parties.map((party, place) => {
    const known = record.parties.find(({ id }) => id === party.id);
    const contracts = party.contracts.map(({ createdAt, ...contract }) => ({
      ...contract,
      createdAt: createdAt ?? known?.contracts.find(({ id }) => id === contract.id)?.createdAt ?? now,
    }));
    const others = (known?.contracts ?? []).filter((contract) => !isListed(contracts, contract));
    const shops = party.shops.map((shop, index) => {
      const found = known?.shops.find(({ id }) => id === shop.id);
      const template = findTemplate(shop, { found, contracts: [...contracts, ...others], institutions });
      const completed = completeShop(shop, { found, template });
      for (const field of ['contract', 'currency'] as const) {
        if (completed[field === 'contract' ? 'contractID' : 'currency'] !== '') continue;
        const rule = field === 'contract' ? 'contractRequired' : 'required';
        problems.push({ path: ['parties', place, 'shops', index, field], rule });
      }
      return completed;
    });
    return { id: party.id, ...completeParty(party, known), contracts, shops };
  });
  return { data: { ...draft, parties }, problems };
}

type Known = ReferenceData['parties'][number] | undefined;

function completeParty(
  { isBlocked, webhookLimit }: PartyDraft,
  known: Known,
): { isBlocked: boolean; webhookLimit: number | null } {
  return {
    isBlocked: isBlocked ?? known?.isBlocked ?? false,
    webhookLimit: webhookLimit === undefined ? (known?.webhookLimit ?? null) : webhookLimit,
  };
}

interface ShopTemplate {
  contractID: string;
  currency: string;
  terms: ShopTerms;
}

interface ShopContext {
  found: ConfiguredShop | undefined;
  contracts: readonly { id: string; paymentInstitutionID: number }[];
  institutions: ReferenceData['paymentInstitutions'];
}

function findTemplate(shop: ShopDraft, { found, contracts, institutions }: ShopContext): ShopTemplate {
  const [only] = contracts;
  const contractID = shop.contractID ?? found?.contractID ?? (contracts.length === 1 && only ? only.id : '');
  const contract = contracts.find(({ id }) => id === contractID);
  const terms = institutions.find(({ id }) => id === contract?.paymentInstitutionID)?.terms;
  return { contractID, currency: terms?.currencies?.[0] ?? '', terms: terms?.shopTerms ?? {} };
}

function completeShop(
  shop: ShopDraft,
  { found, template }: { found: ConfiguredShop | undefined; template: ShopTemplate },
): ConfiguredShop {
  return {
    ...shop,
    contractID: template.contractID,
    currency: shop.currency ?? found?.currency ?? template.currency,
    isBlocked: shop.isBlocked ?? found?.isBlocked ?? false,
    terms: shop.terms ?? found?.terms ?? template.terms,
  };
}
