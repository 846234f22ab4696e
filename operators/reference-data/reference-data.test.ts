import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judgeRoutes } from '../../connectors/routed-accounts';
import { openStore } from '../../store/store';
import { findWalletProvider } from '../../store/wallets/wallet-provider/wallet-provider.queries';
import { loadReferenceData } from '../../store/merchants/reference-data/load';
import { findShop } from '../../store/merchants/shop/shop.queries';
import { setShopSuspended } from '../../store/merchants/shop/suspension';
import { freshDatabase } from '../../tests/harness/database';
import { defaultReferenceDataFile, readReferenceData } from './reference-data-file';

const folder = mkdtempSync(join(tmpdir(), 'reference-data-'));
const shipped = readFileSync(defaultReferenceDataFile(), 'utf8');

function getFile(text: string): string {
  const path = join(folder, 'data.yaml');
  writeFileSync(path, text);
  return path;
}

/** Returns the problems of the shipped file after one change, without the file's name. */
function problemsAfter(from: string, to: string): string[] {
  expect(shipped).toContain(from);
  const path = getFile(shipped.replace(from, to));
  try {
    readReferenceData(path, judgeRoutes([{ id: 'sandbox', realm: 'test' }]));
    return [];
  } catch (error) {
    return (error as Error).message.split('\n').map((line) => line.replace(`${path}:`, ''));
  }
}

test('a file that is not UTF-8 is refused', () => {
  const path = join(folder, 'windows-1251.yaml');
  writeFileSync(path, Buffer.concat([Buffer.from('shops: "'), Buffer.from([0xcc, 0xe0]), Buffer.from('"\n')]));
  expect(() => readReferenceData(path)).toThrow(`${path}:1:1: the file: is not encoded in UTF-8`);
});

/** The line and column of a text in the shipped file, from 1. */
function formatPlace(text: string, offset = 0): string {
  const before = shipped.slice(0, shipped.indexOf(text) + offset).split('\n');
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

test.each([
  ['an invalid value', 'url: https://shop.example', 'url: nowhere', 5, /shops\.0\.url: /],
  ['an invalid hold lifetime', 'holdLifetime: 5s', 'holdLifetime: soon', 14, /not duration/],
  ['an unknown country', 'residences: [RUS, KAZ', 'residences: [XYZ, KAZ', 13, /not country/],
  ['an unknown category', 'category: 1\n', 'category: 77\n', 10, /no category \(77\)/],
  ['an unknown contract', 'contract: demo-contract', 'contract: other', 10, /no contract \(other\)/],
  ['an unknown institution', 'paymentInstitution: 1', 'paymentInstitution: 9', 20, /no payment institution \(9\)/],
  [
    'a currency that the institution does not accept',
    'currency: RUB',
    'currency: JPY',
    10,
    /currency not accepted \(JPY\)/,
  ],
  ['an unknown payout method', '[BankCardDestinationResource,', '[BankCardDestination,', 1, /resources\.0: /],
  [
    'an empty range',
    '{\n          currency: RUB,\n          min: 100',
    '{\n          currency: RUB,\n          min: 10000001',
    0,
    /minimum above maximum/,
  ],
  ['a rate to an unsupported currency', 'from: RUB, to: EUR', 'from: RUB, to: CHF', 15, /not supported \(CHF\)/],
  [
    'a route of an unsupported currency',
    'routes: [{ connector: sandbox }]\n    rates:',
    'routes: [{ currencies: [CHF], connector: sandbox }]\n    rates:',
    24,
    /not supported \(CHF\)/,
  ],
  [
    'a route with an empty range of amounts',
    'routes: [{ connector: sandbox }]\n          fee',
    'routes: [{ connector: sandbox, minAmount: 2, maxAmount: 1 }]\n          fee',
    9,
    /minimum above maximum/,
  ],
  [
    'a route to an unknown connector',
    'routes: [{ connector: sandbox }]\n          fee',
    'routes: [{ connector: elsewhere }]\n          fee',
    22,
    /no connector account \(elsewhere\)/,
  ],
  [
    'a terminal without a service provider',
    '[euroset, qps,',
    '[unheard-of, qps,',
    1,
    /no service provider \(unheard-of\)/,
  ],
  ['an electronic wallet without a service provider', '[qiwi] }', '[none] }', 1, /no service provider \(none\)/],
  ['a shop at another address than http(s)', 'url: https:', 'url: javascript:', 5, /not url/],
  ['a repeated id', '- id: EAEU', '- id: EEA', 6, /already defined \(EEA\)/],
])('%s is reported with its place', (_, from, to, column, problem) => {
  const [first, ...rest] = problemsAfter(from, to);
  expect(first).toMatch(problem);
  expect(first?.startsWith(`${formatPlace(from, column)}: `)).toBe(true);
  expect(rest).toEqual([]);
});

test('payouts by an unknown connector are reported at their connector', () => {
  const terms = 'terms: { holdLifetime: 5s';
  const payouts = (connector: string) =>
    `, settlement: { payoutConnectors: [{ currency: RUB, connector: ${connector} }] }`;
  const [line, column] = formatPlace(terms).split(':').map(Number) as [number, number];
  const place = `${line}:${column + `${terms}, settlement: { payoutConnectors: [{ currency: RUB, connector: `.length}`;
  expect(problemsAfter(terms, terms + payouts('elsewhere'))).toEqual([
    `${place}: parties.0.shops.1.terms.settlement.payoutConnectors.0.connector: no connector account (elsewhere)`,
  ]);
  expect(problemsAfter(terms, terms + payouts('sandbox'))).toEqual([]);
});

test('a shop without routes is reported at its terms', () => {
  const place = formatPlace('terms: { holdLifetime', 'terms: '.length);
  expect(problemsAfter(', routes: [{ connector: sandbox }] }', ' }')).toEqual([
    `${place}: parties.0.shops.1.terms: no route`,
  ]);
});

test('routes of a live realm to a test connector are refused at institutions, shops and wallets', () => {
  const live = shipped.replaceAll('realm: test', 'realm: live');
  const path = getFile(live);
  const places = [...live.matchAll(/routes: \[\{ connector: (?=sandbox)/g)].map(({ index, 0: { length } }) => {
    const before = live.slice(0, index + length).split('\n');
    return `${path}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
  });
  const message = 'test account (sandbox)';
  const refusals = (): string[] => {
    try {
      readReferenceData(path, judgeRoutes([{ id: 'sandbox', realm: 'test' }]));
      return [];
    } catch (error) {
      return (error as Error).message.split('\n').filter((line) => line.endsWith(message));
    }
  };
  expect(places.length).toBeGreaterThan(3);
  expect(refusals().map((line) => line.split(': ')[0])).toEqual(places);
});

test('a route to an account that does not exist is refused if the accounts are known', () => {
  const path = defaultReferenceDataFile();
  expect(() => readReferenceData(path, judgeRoutes([]))).toThrow(
    /yaml:\d+:\d+: .*routes\.0\.connector: no connector account \(sandbox\)/,
  );
  readReferenceData(path, judgeRoutes([{ id: 'sandbox', realm: 'test' }]));
});

test('an unknown field is reported at its object', () => {
  expect(problemsAfter('category: 1\n', 'category: 1\n        colour: red\n')).toEqual([
    expect.stringMatching(/^\d+:\d+: parties\.0\.shops\.0: .*colour/),
  ]);
});

test('a contractor is reported as the closest variant', () => {
  const [problem] = problemsAfter("inn: '1234567890'", "inn: '12'");
  expect(problem?.startsWith(`${formatPlace("inn: '1234567890'", 5)}: parties.0.contracts.0.contractor.inn: `)).toBe(
    true,
  );
});

test('invalid YAML is reported with its place', () => {
  expect(() => readReferenceData(getFile('categories:\n  - { id: 1'))).toThrow(/data\.yaml:2:\d+: /);
});

test('loading is idempotent, applies changes, and keeps merchants’ decisions', async () => {
  const ENCRYPTION_KEY = Buffer.alloc(32).toString('base64');
  const store = openStore({ DATABASE_URL: await freshDatabase(), ENCRYPTION_KEY }, 2);
  const { database } = store;
  const named = { shopID: 'demo-shop', partyID: 'demo-party' };
  try {
    const data = readReferenceData(defaultReferenceDataFile());
    const counts = await loadReferenceData(database, data);
    expect(counts).toMatchObject({ parties: 1, contracts: 1, shops: 2, paymentInstitutions: 2, walletProviders: 3 });
    const [provider] = data.walletProviders;
    expect(await findWalletProvider(database, provider?.id ?? '')).toEqual(provider);
    const first = await findShop(database, named);
    await setShopSuspended(store, { ...named, isSuspended: true });
    await loadReferenceData(database, data);
    expect(await findShop(database, named)).toEqual({ ...first, isSuspended: true });

    const renamed = readReferenceData(
      getFile(shipped.replace('name: Демонстрационный магазин', 'name: Новое имя')),
      judgeRoutes([{ id: 'sandbox', realm: 'test' }]),
    );
    await loadReferenceData(database, renamed);
    expect(await findShop(database, named)).toEqual({ ...first, isSuspended: true, name: 'Новое имя' });
  } finally {
    await database.close();
  }
});

test('terms are read in human units', () => {
  const text = shipped.replace('terms: { holdLifetime: 5s }', "terms: { holdLifetime: 7d, fee: '2.5%' }");
  const [party] = readReferenceData(getFile(text), judgeRoutes([{ id: 'sandbox', realm: 'test' }])).parties;
  expect(party?.shops[1]?.terms).toEqual({ holdLifetimeSeconds: 604_800, feeBasisPoints: 250 });
});

test('fees of refunds, disputes, payouts and months are read with the rate of their VAT', () => {
  const amounts = 'currency: RUB, amount';
  const rest = `disputeLevies: [{ ${amounts}: 0 }], settlement: { payoutFees: [{ ${amounts}: 3000 }], monthlyFees: [{ ${amounts}: 50000 }] }`;
  const fees = `{ vatRate: '22%', refundedFee: returned, refundFees: [{ percent: '0.5%', currency: RUB, minimum: 100 }], ${rest} }`;
  const text = shipped.replace('terms: { holdLifetime: 5s }', `terms: ${fees}`);
  const [party] = readReferenceData(getFile(text), judgeRoutes([{ id: 'sandbox', realm: 'test' }])).parties;
  expect(party?.shops[1]?.terms).toEqual({
    ...{ vatBasisPoints: 2_200, refundedFee: 'returned', disputeLevies: [{ currency: 'RUB', amount: 0 }] },
    refundFees: [{ basisPoints: 50, currency: 'RUB', minimum: 100 }],
    settlement: {
      payoutFees: [{ currency: 'RUB', amount: 3_000 }],
      monthlyFees: [{ currency: 'RUB', amount: 50_000 }],
    },
  });
  const problems = (terms: string) => problemsAfter('{ holdLifetime: 5s }', `{ ${terms} }`);
  expect(problems('vatRate: 22')).toEqual([expect.stringMatching(/vatRate: /)]);
  expect(problems('refundedFee: half')).toEqual([expect.stringMatching(/refundedFee: /)]);
  expect(problems('refundFees: [{ fixed: 5 }]')).toEqual([
    expect.stringMatching(/refundFees\.0\.currency: currency missing$/),
  ]);
  expect(problems("refundFees: [{ currency: RUB, tiers: [{ from: 0, percent: '1%' }] }]")).toEqual([
    expect.stringMatching(/refundFees\.0\.tiers: tiers of refund$/),
  ]);
  expect(problems(`settlement: { payoutFees: [{ ${amounts}: 0 }] }`)).toEqual([
    expect.stringMatching(/payoutFees\.0\.amount: /),
  ]);
});

test('weights are given to all routes of a priority or to none', () => {
  const routes = (text: string) => problemsAfter('routes: [{ connector: sandbox }]', `routes: [${text}]`);
  const a = (rest: string) => `{ connector: sandbox, currencies: [RUB]${rest} }`;
  expect(routes(`${a(', weight: 70')}, ${a(', weight: 30')}, ${a(', priority: 1')}`)).toEqual([]);
  expect(routes(`${a(', weight: 70')}, ${a('')}`)).toEqual([
    expect.stringMatching(/^\d+:\d+: .*routes\.1: weight missing \(0\)$/),
  ]);
  expect(routes(a(', weight: 0'))).toHaveLength(1);
  expect(routes(a(', priority: -1'))).toHaveLength(1);
});
