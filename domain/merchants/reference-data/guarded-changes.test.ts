import type { PaymentInstitution } from './reference-data';
import { needsSecondPerson, type RowChange } from './guarded-changes';

const ROUTES = [{ connector: 'a' }];
const SETTLEMENT = { schedule: { every: 'day' } };
const institution = {
  ...{ id: 1, realm: 'live' },
  terms: { feeBand: { maxBasisPoints: 500 }, shopTerms: { routes: ROUTES, settlement: SETTLEMENT } },
} as unknown as PaymentInstitution;
const shop = (fields: object = {}, contractID = 'C') => ({ id: 'S', contractID, terms: { ...fields } });
const contract = (fields: object) => ({ id: 'C', paymentInstitutionID: 1, contractor: {}, ...fields });
const place = (terms: object, realm = 'live') => ({ id: 1, realm, terms });
const provider = (terms: object, fields: object = {}) => ({
  ...{ id: 'p', realm: 'live', destinationAuthorisation: 'automatic', ...fields },
  terms: { currencies: [], ...terms },
});

const isGuarded = (type: RowChange['type'], before: object | undefined, after: object): boolean =>
  needsSecondPerson({ type, before, after }, (id) => (id === 'C' ? institution : undefined));

test.each<[string, object | undefined, object, boolean]>([
  ['a new shop without routes of its own', undefined, shop(), false],
  ['a new shop with the routes of its institution', undefined, shop({ routes: ROUTES }), false],
  ['a new shop with the settlement of its institution', undefined, shop({ settlement: SETTLEMENT }), false],
  [
    'a new shop with the routes and the settlement of its institution',
    undefined,
    shop({ routes: ROUTES, settlement: SETTLEMENT }),
    false,
  ],
  [
    'a new shop with the routes of its institution and another settlement',
    undefined,
    shop({ routes: ROUTES, settlement: { cutOffHour: 1 } }),
    true,
  ],
  [
    'a new shop with the settlement of its institution and other routes',
    undefined,
    shop({ routes: [{ connector: 'b' }], settlement: SETTLEMENT }),
    true,
  ],
  ['a first settlement', shop(), shop({ settlement: SETTLEMENT }), true],
  ['another settlement', shop({ settlement: SETTLEMENT }), shop({ settlement: { cutOffHour: 1 } }), true],
  ['a removed settlement', shop({ settlement: SETTLEMENT }), shop(), true],
  ['the same settlement', shop({ settlement: SETTLEMENT }), shop({ settlement: SETTLEMENT, recurrent: true }), false],
  ['a new shop with other routes', undefined, shop({ routes: [{ connector: 'b' }] }), true],
  [
    'the same routes with their names in another order',
    shop({ routes: [{ a: 1, b: 2 }] }),
    shop({ routes: [{ b: 2, a: 1 }] }),
    false,
  ],
  ['an empty list of routes for none', shop(), shop({ routes: [] }), false],
  ['another order of routes', shop({ routes: [1, 2] }), shop({ routes: [2, 1] }), true],
  ['removed routes', shop({ routes: ROUTES }), shop(), true],
  ['another contract', shop(), shop({}, 'D'), true],
  ['a fee within the band', shop(), shop({ feeBasisPoints: 500 }), false],
  ['a fee above the band', shop(), shop({ feeBasisPoints: 501 }), true],
  [
    'an old fee above the band, unchanged',
    shop({ feeBasisPoints: 900 }),
    shop({ feeBasisPoints: 900, recurrent: true }),
    false,
  ],
  ['a rule above the band', shop(), shop({ fees: [{ basisPoints: 600 }] }), true],
  ['a refund above the band', shop(), shop({ refundFees: [{ basisPoints: 600 }] }), true],
  ['a fee of payouts', shop(), shop({ settlement: { payoutFees: [{ currency: 'RUB', amount: 1 }] } }), true],
  ['a levy above the default', shop(), shop({ disputeLevies: [{ currency: 'RUB', amount: 10_001 }] }), true],
])('a shop: %s', (_, before, after, guarded) => {
  expect(isGuarded('shop', before, after)).toBe(guarded);
});

test('a shop of an unknown institution has the default band', () => {
  expect(isGuarded('shop', shop({}, 'D'), shop({ feeBasisPoints: 1_000 }, 'D'))).toBe(false);
  expect(isGuarded('shop', shop({}, 'D'), shop({ feeBasisPoints: 1_001 }, 'D'))).toBe(true);
});

test.each<[string, object | undefined, object, boolean]>([
  ['a new one without a bank account', undefined, contract({}), false],
  ['a new one with a bank account', undefined, contract({ contractor: { bankAccount: { account: '1' } } }), true],
  [
    'another bank account',
    contract({ contractor: { bankAccount: { account: '1' } } }),
    contract({ contractor: { bankAccount: { account: '2' } } }),
    true,
  ],
  [
    'another name of the contractor',
    contract({ contractor: { name: 'a' } }),
    contract({ contractor: { name: 'b' } }),
    false,
  ],
  ['another institution', contract({}), contract({ paymentInstitutionID: 2 }), true],
])('a contract: %s', (_, before, after, guarded) => {
  expect(isGuarded('contract', before, after)).toBe(guarded);
});

test.each<[string, object | undefined, object, boolean]>([
  ['another name', { ...place({}), name: 'a' }, { ...place({}), name: 'b' }, false],
  ['test becomes live', place({}, 'test'), place({}), true],
  ['other routes', place({ routes: ROUTES }), place({ routes: [] }), true],
  ['other routes of new shops', place({ shopTerms: {} }), place({ shopTerms: { routes: ROUTES } }), true],
  ['another settlement of new shops', place({ shopTerms: {} }), place({ shopTerms: { settlement: SETTLEMENT } }), true],
  ['a new one without terms', undefined, place({}), false],
  ['a wider band', place({ feeBand: { maxBasisPoints: 100 } }), place({ feeBand: { maxBasisPoints: 200 } }), true],
  [
    'a new shop’s fee within its own band',
    place({ feeBand: { maxBasisPoints: 100 } }),
    place({ feeBand: { maxBasisPoints: 100 }, shopTerms: { feeBasisPoints: 100 } }),
    false,
  ],
  [
    'a new shop’s fee above its own band',
    place({ feeBand: { maxBasisPoints: 100 } }),
    place({ feeBand: { maxBasisPoints: 100 }, shopTerms: { feeBasisPoints: 101 } }),
    true,
  ],
])('a payment institution: %s', (_, before, after, guarded) => {
  expect(isGuarded('paymentInstitution', before, after)).toBe(guarded);
});

test.each<[string, object | undefined, object, boolean]>([
  ['another name', provider({}), { ...provider({}), name: 'b' }, false],
  ['operators no longer authorise', provider({}, { destinationAuthorisation: 'operator' }), provider({}), true],
  ['other routes', provider({}), provider({ routes: ROUTES }), true],
  ['other rates', provider({ rates: [] }), provider({ rates: [{ from: 'EUR' }] }), true],
  [
    'a withdrawal fee of a tenth',
    provider({}),
    provider({ currencies: [{ withdrawalFeeBasisPoints: 1_000n }] }),
    false,
  ],
  [
    'a withdrawal fee above a tenth',
    provider({}),
    provider({ currencies: [{ withdrawalFeeBasisPoints: 1_001n }] }),
    true,
  ],
  ['a deposit fee above a tenth', provider({}), provider({ currencies: [{ depositFeeBasisPoints: 1_001n }] }), true],
])('a wallet provider: %s', (_, before, after, guarded) => {
  expect(isGuarded('walletProvider', before, after)).toBe(guarded);
});

test('one person changes names of categories', () => {
  expect(isGuarded('category', { id: 1, name: 'a' }, { id: 1, name: 'b' })).toBe(false);
});
