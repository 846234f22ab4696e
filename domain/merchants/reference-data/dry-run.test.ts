import { compareConditions, DryRunSums, type ComparedConditions, type RoutedShop } from './dry-run';
import { CardCountries } from '../../payments/inspection/card-countries';
import { NetworkLists } from '../../../store/payments/inspection/network-lists';
import { EMPTY_REFERENCE_DATA, type ReferenceData } from './reference-data';

const AT = new Date('2026-11-28T00:00:00Z');
const PAID = { tool: 'bankCard', currency: 'RUB', amountMinor: 10_000n } as const;
const PAYMENT = { ...PAID, key: 'I.1', lastMonthMinor: 0n, createdAt: AT, inspected: { ...PAID, ip: '192.0.2.1' } };
const LOOK_UPS = { networks: new NetworkLists(), cards: new CardCountries() };
const to = (account: string, feeBasisPoints = 0): ComparedConditions['before'] => ({
  routes: [{ connector: account }],
  inspection: [],
  terms: { feeBasisPoints },
});
const compared = (fields: Partial<ComparedConditions>): ComparedConditions => ({
  ...{ shopID: 'S', before: to('a', 100), after: to('b', 200), disabled: new Set<string>(), at: AT },
  ...fields,
});

test('sums by account and currency, with the fees of what was captured', () => {
  const sums = new DryRunSums(LOOK_UPS);
  sums.add({ ...PAYMENT, capturedMinor: 5_000n }, compared({}));
  sums.add({ ...PAYMENT, capturedMinor: null }, compared({ after: to('a', 200) }));
  sums.add(
    { ...PAYMENT, currency: 'EUR', capturedMinor: 10_000n },
    compared({ after: { routes: [], inspection: [], terms: {} } }),
  );
  expect([sums.payments, sums.movedPayments]).toEqual([3, 2]);
  const none = { payments: 0, amountMinor: 0n };
  const one = { payments: 1, amountMinor: 10_000n };
  expect(sums.listAccounts()).toEqual([
    { account: undefined, currency: 'EUR', before: none, after: one },
    { account: 'a', currency: 'EUR', before: one, after: none },
    { account: 'a', currency: 'RUB', before: { payments: 2, amountMinor: 20_000n }, after: one },
    { account: 'b', currency: 'RUB', before: none, after: one },
  ]);
  expect(sums.listFees()).toEqual([
    { currency: 'EUR', beforeMinor: 100n, afterMinor: 0n },
    { currency: 'RUB', beforeMinor: 50n, afterMinor: 100n },
  ]);
});

test('rules reject by the times of payments, and the sums say what of it was paid', () => {
  const velocity = { by: 'ip', windowMinutes: 10, attempts: 2 } as const;
  const after = { ...to('a'), inspection: [{ id: 'burst', action: 'reject', velocity } as const] };
  const sums = new DryRunSums(LOOK_UPS);
  const add = (minute: number, capturedMinor: bigint | null = null) =>
    sums.add(
      { ...PAYMENT, createdAt: new Date(AT.getTime() + minute * 60_000), capturedMinor },
      compared({ before: to('a'), after }),
    );
  for (const minute of [0, 1, 2]) add(minute);
  add(3, 9_000n);
  add(30);
  const none = { payments: 0, amountMinor: 0n };
  expect(sums.listRules()).toEqual([
    {
      ...{ rule: 'burst', currency: 'RUB', before: none, after: { payments: 2, amountMinor: 20_000n } },
      paid: { payments: 1, amountMinor: 9_000n },
    },
  ]);
  expect(sums.listAccounts()).toMatchObject([{ account: 'a', before: { payments: 5 }, after: { payments: 3 } }]);
  expect(sums.movedPayments).toBe(0);
});

test('a disabled account gets nothing before and after', () => {
  const sums = new DryRunSums(LOOK_UPS);
  sums.add({ ...PAYMENT, capturedMinor: 10_000n }, compared({ disabled: new Set(['a']) }));
  expect(sums.listAccounts().map(({ account }) => account)).toEqual([undefined, 'b']);
  expect(sums.listFees()).toEqual([{ currency: 'RUB', beforeMinor: 0n, afterMinor: 200n }]);
});

const institution = (id: number, connector: string) => ({ id, terms: { routes: [{ connector }] } });
const data = (fields: object): ReferenceData => ({ ...EMPTY_REFERENCE_DATA, ...fields });
const SHOP: RoutedShop = { id: 'S', contractID: 'C', institutionID: 1, terms: {} };
const record = data({ paymentInstitutions: [institution(1, 'a'), institution(2, 'b')] });
const routesOf = (plan: ReferenceData, shop = SHOP) => {
  const { before, after } = compareConditions(shop, { record, plan });
  return [before, after].map(({ routes }) => routes.map(({ connector }) => connector).join());
};

test('a plan changes the routes of an institution for shops without their own', () => {
  const plan = data({ paymentInstitutions: [institution(1, 'c')] });
  expect(routesOf(plan)).toEqual(['a', 'c']);
  expect(routesOf(plan, { ...SHOP, terms: { routes: [{ connector: 'own' }] } })).toEqual(['own', 'own']);
  expect(routesOf(plan, { ...SHOP, institutionID: 2 })).toEqual(['b', 'b']);
  expect(routesOf(plan, { ...SHOP, institutionID: null })).toEqual(['', '']);
});

test('a plan moves a shop to a contract of another institution', () => {
  const contracts = [{ id: 'D', paymentInstitutionID: 2 }];
  const shops = [
    { id: 'other', contractID: 'C', terms: {} },
    { id: 'S', contractID: 'D', terms: { feeBasisPoints: 7 } },
  ];
  const plan = data({ parties: [{ contracts, shops }] });
  expect(routesOf(plan)).toEqual(['a', 'b']);
  expect(compareConditions(SHOP, { record, plan }).after.terms).toEqual({ feeBasisPoints: 7 });
});
