import fc from 'fast-check';
import { orderAccounts, type AccountStates, type RankedRoute } from './order-accounts';

const ACCOUNTS = ['a', 'b', 'c', 'd'] as const;
const anAccount = fc.constantFrom(...ACCOUNTS);
const aRank = { priority: fc.constantFrom(0, 1, 2), weight: fc.integer({ min: 1, max: 100 }) };
const aRoute: fc.Arbitrary<RankedRoute> = fc.record(
  { connector: anAccount, ...aRank },
  { requiredKeys: ['connector'] },
);
const aWeighted: fc.Arbitrary<RankedRoute> = fc.record({ connector: anAccount, weight: aRank.weight });
const states: fc.Arbitrary<AccountStates> = fc
  .record({ disabled: fc.uniqueArray(anAccount), passedOver: fc.uniqueArray(anAccount) })
  .map(({ disabled, passedOver }) => ({ disabled: new Set(disabled), passedOver: new Set(passedOver) }));
const routes = fc.array(aRoute, { maxLength: 8 });

const tried = (...given: Parameters<typeof orderAccounts>): string[] =>
  orderAccounts(...given)
    .filter(({ result }) => result !== 'disabled')
    .map(({ account }) => account);

test('every enabled account of a route is tried once, and a disabled one never', () => {
  fc.assert(
    fc.property(routes, fc.string(), states, (given, key, known) => {
      const order = tried(given, key, known);
      const enabled = new Set(given.map(({ connector }) => connector).filter((each) => !known.disabled.has(each)));
      expect(new Set(order)).toEqual(enabled);
      expect(order).toHaveLength(enabled.size);
      expect(orderAccounts(given, key, known).filter(({ result }) => result === 'chosen')).toHaveLength(
        Math.min(1, enabled.size),
      );
    }),
  );
});

test('a passed-over account is tried after all others, and is still tried', () => {
  fc.assert(
    fc.property(routes, fc.string(), states, (given, key, known) => {
      const order = tried(given, key, known).map((account) => Number(known.passedOver.has(account)));
      expect(order).toEqual([...order].sort((a, b) => a - b));
    }),
  );
});

test('a lower priority number is tried first', () => {
  fc.assert(
    fc.property(fc.uniqueArray(aRoute, { selector: ({ connector }) => connector }), fc.string(), (given, key) => {
      const priority = new Map(given.map((route) => [route.connector, route.priority ?? 0]));
      const order = tried(given, key).map((account) => priority.get(account) ?? 0);
      expect(order).toEqual([...order].sort((a, b) => a - b));
    }),
  );
});

test('the same key gives the same order, regardless of the order of weighted routes', () => {
  const unique = fc.uniqueArray(aWeighted, { selector: ({ connector }) => connector });
  fc.assert(
    fc.property(unique, fc.string(), (given, key) => {
      expect(tried([...given].reverse(), key)).toEqual(tried(given, key));
    }),
  );
});

test('without one account the others keep their order', () => {
  fc.assert(
    fc.property(routes, fc.string(), anAccount, (given, key, gone) => {
      const without = { disabled: new Set([gone]), passedOver: new Set<string>() };
      expect(tried(given, key, without)).toEqual(tried(given, key).filter((account) => account !== gone));
    }),
  );
});

test.each([
  [{ a: 70, b: 30 }, 0.7],
  [{ a: 1, b: 1 }, 0.5],
  [{ a: 1, b: 99 }, 0.01],
  [{ a: 50, b: 25, c: 25 }, 0.5],
])('weights %j give the first account its share of payments', (weights, share) => {
  const given = Object.entries(weights).map(([connector, weight]) => ({ connector, weight }));
  const keys = Array.from({ length: 20_000 }, (_, number) => `1m9hhvsnx87a5azy${number.toString(36)}.1`);
  const count = keys.filter((key) => tried(given, key)[0] === 'a').length;
  expect(Math.abs(count / keys.length - share)).toBeLessThan(0.015);
});

test('a ranking names what was chosen and why', () => {
  const given = [
    { connector: 'a', priority: 1, weight: 70 },
    { connector: 'b', priority: 2 },
    { connector: 'c', priority: 3 },
  ];
  const known = { disabled: new Set(['c']), passedOver: new Set(['a']) };
  expect(orderAccounts(given, 'key', known)).toEqual([
    { account: 'b', result: 'chosen', priority: 2 },
    { account: 'a', result: 'next', isPassedOver: true, priority: 1, weight: 70 },
    { account: 'c', result: 'disabled', priority: 3 },
  ]);
});
