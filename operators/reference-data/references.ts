import type { ProblemFacts } from '../../domain/merchants/reference-data/problem';
import type { WalletProvider } from '../../domain/wallets/wallet-provider/wallet-provider';
import type {
  ConfiguredParty,
  ConfiguredShop,
  InstitutionTerms,
  ReferenceData,
} from '../../domain/merchants/reference-data/reference-data';

/** A reference that does not match another place of the file. */
export interface Misplaced extends ProblemFacts {
  path: (string | number)[];
}

/** Lists repeated ids and unknown references. */
export function misplacedReferences(data: ReferenceData): Misplaced[] {
  const { categories, tradeBlocs, serviceProviders, paymentInstitutions, parties, walletProviders } = data;
  return [
    ...repeatedIDs(categories, ['categories']),
    ...repeatedIDs(tradeBlocs, ['tradeBlocs']),
    ...repeatedIDs(serviceProviders, ['serviceProviders']),
    ...repeatedIDs(paymentInstitutions, ['paymentInstitutions']),
    ...repeatedIDs(parties, ['parties']),
    ...repeatedIDs(walletProviders, ['walletProviders']),
    ...unknownCategories(data),
    ...repeatedAcrossParties(parties, 'contracts'),
    ...repeatedAcrossParties(parties, 'shops'),
    ...parties.flatMap((party, place) => partyReferences(party, { data, path: ['parties', place] })),
    ...walletProviders.flatMap((provider, place) => providerReferences(provider, ['walletProviders', place])),
  ];
}

function repeatedIDs(list: readonly { id: string | number }[], path: (string | number)[]): Misplaced[] {
  return list.flatMap(({ id }, place) => {
    const first = list.findIndex((other) => other.id === id);
    return first < place ? [{ path: [...path, place, 'id'], rule: 'alreadyDefined', values: [String(id)] }] : [];
  });
}

/** Ids of contracts and shops are unique across parties. */
function repeatedAcrossParties(parties: readonly ConfiguredParty[], kind: 'contracts' | 'shops'): Misplaced[] {
  const seen = new Set<string>();
  return parties.flatMap((party, place) =>
    party[kind].flatMap(({ id }, index) => {
      if (!seen.has(id)) {
        seen.add(id);
        return [];
      }
      return [{ path: ['parties', place, kind, index, 'id'], rule: 'alreadyDefined', values: [String(id)] }];
    }),
  );
}

function unknownCategories({ paymentInstitutions, categories }: ReferenceData): Misplaced[] {
  const known = new Set(categories.map(({ id }) => id));
  return paymentInstitutions.flatMap(({ terms }, place) =>
    (terms.categories ?? []).flatMap((id, index) => {
      const path = ['paymentInstitutions', place, 'terms', 'categories', index];
      return known.has(id) ? [] : [{ path, rule: 'noCategory', values: [String(id)] }];
    }),
  );
}

interface ReferenceContext {
  data: ReferenceData;
  path: (string | number)[];
}

function partyReferences(party: ConfiguredParty, { data, path }: ReferenceContext): Misplaced[] {
  const institutions = new Map(data.paymentInstitutions.map((each) => [each.id, each]));
  const contractProblems = party.contracts.flatMap(({ paymentInstitutionID }, index): Misplaced[] =>
    institutions.has(paymentInstitutionID)
      ? []
      : [
          {
            path: [...path, 'contracts', index, 'paymentInstitution'],
            rule: 'noPaymentInstitution',
            values: [String(paymentInstitutionID)],
          },
        ],
  );
  const shopProblems = party.shops.flatMap((shop, index): Misplaced[] => {
    const at = (field: string): (string | number)[] => [...path, 'shops', index, field];
    const contract = party.contracts.find(({ id }) => id === shop.contractID);
    const terms = contract && institutions.get(contract.paymentInstitutionID)?.terms;
    const isCategoryKnown = data.categories.some(({ id }) => id === shop.categoryID);
    const isCategoryAccepted = !terms?.categories || terms.categories.includes(shop.categoryID);
    const isCurrencyAccepted = !terms?.currencies || terms.currencies.includes(shop.currency);
    return [
      ...unless(isCategoryKnown, { path: at('category'), rule: 'noCategory', values: [String(shop.categoryID)] }),
      ...unless(contract !== undefined, { path: at('contract'), rule: 'noContract', values: [shop.contractID] }),
      ...unless(isCategoryAccepted || !isCategoryKnown, {
        ...{ path: at('category'), rule: 'categoryNotAccepted', values: [String(shop.categoryID)] },
      }),
      ...unless(isCurrencyAccepted, { path: at('currency'), rule: 'currencyNotAccepted', values: [shop.currency] }),
      ...unless(!terms || !hasNoRoute(shop, terms), { path: at('terms'), rule: 'noRoute' }),
      ...unknownServiceProviders(shop, { data, path: [...path, 'shops', index] }),
    ];
  });
  return [...contractProblems, ...shopProblems];
}

const unless = (isRight: boolean, problem: Misplaced): Misplaced[] => (isRight ? [] : [problem]);

function hasNoRoute({ terms }: ConfiguredShop, institution: InstitutionTerms): boolean {
  return !('routes' in terms) && institution.routes === undefined;
}

/** Payment forms request each listed provider and fail if one is missing. */
function unknownServiceProviders({ terms }: ConfiguredShop, { data, path }: ReferenceContext): Misplaced[] {
  const known = new Set(data.serviceProviders.map(({ id }) => id));
  const { paymentMethods = [] } = terms as { paymentMethods?: { providers?: string[] }[] };
  return paymentMethods.flatMap(({ providers = [] }, place) =>
    providers.flatMap((id, index) => {
      const at = [...path, 'terms', 'paymentMethods', place, 'providers', index];
      return known.has(id) ? [] : [{ path: at, rule: 'noServiceProvider', values: [id] }];
    }),
  );
}

/** Lists repeated currencies, and routes and rates that use unsupported currencies or resources. */
function providerReferences({ terms }: WalletProvider, path: (string | number)[]): Misplaced[] {
  const currencies = terms.currencies.map(({ currency }) => currency);
  const repeated = currencies.flatMap((code, place): Misplaced[] =>
    currencies.indexOf(code) < place
      ? [{ path: [...path, 'currencies', place, 'currency'], rule: 'alreadyDefined', values: [code] }]
      : [],
  );
  const routeProblems = terms.routes.flatMap((route, place) => [
    ...missing(route.currencies, currencies, [...path, 'routes', place, 'currencies']),
    ...missing(route.resourceTypes, terms.resourceTypes, [...path, 'routes', place, 'resourceTypes']),
  ]);
  const rateProblems = terms.rates.flatMap(({ from, to }, place) =>
    Object.entries({ from, to }).flatMap(([side, code]): Misplaced[] =>
      currencies.includes(code)
        ? []
        : [{ path: [...path, 'rates', place, side], rule: 'notSupported', values: [code] }],
    ),
  );
  return [...repeated, ...routeProblems, ...rateProblems];
}

function missing(used: readonly string[] = [], supported: readonly string[], path: (string | number)[]): Misplaced[] {
  return used.flatMap((each, place) =>
    supported.includes(each) ? [] : [{ path: [...path, place], rule: 'notSupported', values: [each] }],
  );
}
