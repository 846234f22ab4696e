import type { WalletProvider } from '../../domain/wallet-provider/wallet-provider';
import type {
  ConfiguredParty,
  ConfiguredShop,
  InstitutionTerms,
  ReferenceData,
} from '../../domain/reference-data/reference-data';

/** Something that stands in one place of the file and does not agree with another place. */
export interface Misplaced {
  path: (string | number)[];
  message: string;
}

/** What the file names twice, and what it refers to without having it. */
export function misplacedReferences(data: ReferenceData): Misplaced[] {
  const { categories, tradeBlocs, serviceProviders, paymentInstitutions, parties, walletProviders } = data;
  return [
    ...twice(categories, ['categories']),
    ...twice(tradeBlocs, ['tradeBlocs']),
    ...twice(serviceProviders, ['serviceProviders']),
    ...twice(paymentInstitutions, ['paymentInstitutions']),
    ...twice(parties, ['parties']),
    ...twice(walletProviders, ['walletProviders']),
    ...unknownCategories(data),
    ...acrossParties(parties, 'contracts'),
    ...acrossParties(parties, 'shops'),
    ...parties.flatMap((party, place) => partyReferences(party, { data, path: ['parties', place] })),
    ...walletProviders.flatMap((provider, place) => providerReferences(provider, ['walletProviders', place])),
  ];
}

function twice(list: readonly { id: string | number }[], path: (string | number)[]): Misplaced[] {
  return list.flatMap(({ id }, place) => {
    const first = list.findIndex((other) => other.id === id);
    return first < place ? [{ path: [...path, place, 'id'], message: `${id} stands there already` }] : [];
  });
}

/** Contracts and shops are known by their ids alone, whoever has them. */
function acrossParties(parties: readonly ConfiguredParty[], kind: 'contracts' | 'shops'): Misplaced[] {
  const seen = new Set<string>();
  return parties.flatMap((party, place) =>
    party[kind].flatMap(({ id }, index) => {
      if (!seen.has(id)) {
        seen.add(id);
        return [];
      }
      return [{ path: ['parties', place, kind, index, 'id'], message: `${id} stands there already` }];
    }),
  );
}

function unknownCategories({ paymentInstitutions, categories }: ReferenceData): Misplaced[] {
  const known = new Set(categories.map(({ id }) => id));
  return paymentInstitutions.flatMap(({ terms }, place) =>
    (terms.categories ?? []).flatMap((id, index) => {
      const path = ['paymentInstitutions', place, 'terms', 'categories', index];
      return known.has(id) ? [] : [{ path, message: `there is no category ${id}` }];
    }),
  );
}

interface ReferenceContext {
  data: ReferenceData;
  path: (string | number)[];
}

function partyReferences(party: ConfiguredParty, { data, path }: ReferenceContext): Misplaced[] {
  const institutions = new Map(data.paymentInstitutions.map((each) => [each.id, each]));
  const ofContracts = party.contracts.flatMap(({ paymentInstitutionID }, index) =>
    institutions.has(paymentInstitutionID)
      ? []
      : [
          {
            path: [...path, 'contracts', index, 'paymentInstitution'],
            message: `there is no payment institution ${paymentInstitutionID}`,
          },
        ],
  );
  const ofShops = party.shops.flatMap((shop, index) => {
    const at = (field: string): (string | number)[] => [...path, 'shops', index, field];
    const contract = party.contracts.find(({ id }) => id === shop.contractID);
    const terms = contract && institutions.get(contract.paymentInstitutionID)?.terms;
    const isCategoryKnown = data.categories.some(({ id }) => id === shop.categoryID);
    const isCategoryTaken = !terms?.categories || terms.categories.includes(shop.categoryID);
    const isCurrencyTaken = !terms?.currencies || terms.currencies.includes(shop.currency);
    return [
      ...(isCategoryKnown ? [] : [{ path: at('category'), message: `there is no category ${shop.categoryID}` }]),
      ...(contract ? [] : [{ path: at('contract'), message: `party ${party.id} has no contract ${shop.contractID}` }]),
      ...(isCategoryTaken || !isCategoryKnown
        ? []
        : [{ path: at('category'), message: `the payment institution does not take ${shop.categoryID}` }]),
      ...(isCurrencyTaken
        ? []
        : [{ path: at('currency'), message: `the payment institution does not take ${shop.currency}` }]),
      ...(terms && leadsNowhere(shop, terms)
        ? [{ path: at('terms'), message: 'no route leads its payments anywhere' }]
        : []),
      ...unknownServiceProviders(shop, { data, path: [...path, 'shops', index] }),
    ];
  });
  return [...ofContracts, ...ofShops];
}

function leadsNowhere({ terms }: ConfiguredShop, institution: InstitutionTerms): boolean {
  return !('routes' in terms) && institution.routes === undefined;
}

/** Payment forms ask for each provider that a payment method lists, and stop at one that is missing. */
function unknownServiceProviders({ terms }: ConfiguredShop, { data, path }: ReferenceContext): Misplaced[] {
  const known = new Set(data.serviceProviders.map(({ id }) => id));
  const { paymentMethods = [] } = terms as { paymentMethods?: { providers?: string[] }[] };
  return paymentMethods.flatMap(({ providers = [] }, place) =>
    providers.flatMap((id, index) => {
      const at = [...path, 'terms', 'paymentMethods', place, 'providers', index];
      return known.has(id) ? [] : [{ path: at, message: `there is no service provider ${id}` }];
    }),
  );
}

/** What routes and rates speak of without the provider's having it, and currencies that it names twice. */
function providerReferences({ terms }: WalletProvider, path: (string | number)[]): Misplaced[] {
  const currencies = terms.currencies.map(({ currency }) => currency);
  const repeated = currencies.flatMap((code, place) =>
    currencies.indexOf(code) < place
      ? [{ path: [...path, 'currencies', place, 'currency'], message: `${code} stands there already` }]
      : [],
  );
  const ofRoutes = terms.routes.flatMap((route, place) => [
    ...missing(route.currencies, currencies, [...path, 'routes', place, 'currencies']),
    ...missing(route.resourceTypes, terms.resourceTypes, [...path, 'routes', place, 'resourceTypes']),
  ]);
  const ofRates = terms.rates.flatMap(({ from, to }, place) =>
    Object.entries({ from, to }).flatMap(([side, code]) =>
      currencies.includes(code)
        ? []
        : [{ path: [...path, 'rates', place, side], message: `the provider does not work in ${code}` }],
    ),
  );
  return [...repeated, ...ofRoutes, ...ofRates];
}

function missing(named: readonly string[] = [], had: readonly string[], path: (string | number)[]): Misplaced[] {
  return named.flatMap((each, place) =>
    had.includes(each) ? [] : [{ path: [...path, place], message: `the provider has no ${each}` }],
  );
}
