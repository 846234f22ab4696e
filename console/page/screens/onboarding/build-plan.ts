import type { Schemas } from '../../api/client';
import { CONTRACTOR_KINDS } from '../../forms/contractor-fields';
import type { FieldSpec } from '../../forms/field-spec';
import { buildValue, keysOf, type Values } from '../../forms/values';
import type { CreationPlan } from './creation';
import type { Sections } from './sections';

type Fields = Schemas['ConfigurationFields'];

/** What the sections build, before it has the form of the reference data. */
interface Built {
  party: { id: string };
  contract: Fields & { id: string; kind: string; contractor?: object };
  shop: Fields & { currency: string; terms?: Fields & { amountLimits?: { '0': object } } };
}

const build = (values: Values, ...sections: (readonly FieldSpec[])[]): object =>
  buildValue(sections.flat(), {}, { values, initial: {} });

/** The file of one merchant, in the form of the reference data. */
export function buildFile(values: Values, { party, contract, shop, terms }: Sections): object {
  const built = build(values, party, contract, shop, terms) as Built;
  const { kind, contractor, ...ownContract } = built.contract;
  const limits = built.shop.terms?.amountLimits?.['0'];
  const routes = keysOf(values, 'shop.terms.routes').map((connector) => ({ connector }));
  const ownTerms = {
    ...built.shop.terms,
    ...(limits && { amountLimits: [{ currency: built.shop.currency, ...limits }] }),
    ...(routes.length > 0 && { routes }),
  };
  const ownShop = {
    ...{ ...built.shop, contract: built.contract.id },
    ...(Object.keys(ownTerms).length > 0 && { terms: ownTerms }),
  };
  const contracts = [{ ...ownContract, contractor: { ...CONTRACTOR_KINDS[kind], ...contractor } }];
  return { parties: [{ ...built.party, contracts, shops: [ownShop] }] };
}

/** What is created after the file was checked. */
export function buildPlan(values: Values, sections: Sections): Omit<CreationPlan, 'reason' | 'requestedKeys'> {
  const { key, limit } = build(values, sections.access, sections.scopes) as Pick<CreationPlan, 'key' | 'limit'>;
  return { partyID: (values['party.id'] ?? '').trim(), file: buildFile(values, sections), limit, key };
}

/** The place of a problem in the form: `parties.0.shops.0.terms.fee` is `shop.terms.fee`. */
export function placeOf({ place }: Schemas['ReferenceProblem']): string[] {
  const [, , list, , ...rest] = place;
  return list === 'contracts' || list === 'shops' ? [list.slice(0, -1), ...rest] : ['party', ...place.slice(2)];
}
