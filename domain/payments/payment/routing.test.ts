import fc from 'fast-check';
import { routePayment as rank, type PaymentRoute, type RoutedPayment } from './routing';

const CARD: RoutedPayment = { tool: 'bankCard', currency: 'RUB', amountMinor: 10_000n, key: 'invoice.1' };

const routePayment = (routes: PaymentRoute[], payment: RoutedPayment): string[] =>
  rank(routes, payment).map(({ account }) => account);

test.each<[string, PaymentRoute[], RoutedPayment, string[]]>([
  ['no routes give no connectors', [], CARD, []],
  ['a route without restrictions matches everything', [{ connector: 'a' }], CARD, ['a']],
  ['routes keep their order', [{ connector: 'b' }, { connector: 'a' }], CARD, ['b', 'a']],
  [
    'a connector is listed once, at its first matching route',
    [{ connector: 'a', currencies: ['USD'] }, { connector: 'b' }, { connector: 'a' }, { connector: 'b' }],
    CARD,
    ['b', 'a'],
  ],
  [
    'a tool matches the routes that name it',
    [
      { connector: 'a', tools: ['CryptoWallet'] },
      { connector: 'b', tools: ['MobileCommerce', 'BankCard'] },
    ],
    CARD,
    ['b'],
  ],
  [
    'a currency matches the routes that name it',
    [
      { connector: 'a', currencies: ['USD'] },
      { connector: 'b', currencies: ['EUR', 'RUB'] },
    ],
    CARD,
    ['b'],
  ],
  [
    'amount bounds are inclusive',
    [
      { connector: 'a', minAmount: 10_001 },
      { connector: 'b', maxAmount: 9_999 },
      { connector: 'c', minAmount: 10_000, maxAmount: 10_000 },
    ],
    CARD,
    ['c'],
  ],
  [
    'amount bounds do not apply to a binding',
    [{ connector: 'a', minAmount: 10_001 }],
    { tool: 'bankCard', currency: 'RUB', key: 'binding' },
    ['a'],
  ],
  [
    'a recurrent token goes only to its issuer, regardless of the routes',
    [{ connector: 'a' }, { connector: 'former', currencies: ['USD'] }],
    { ...CARD, issuer: 'former' },
    ['former'],
  ],
])('%s', (_, routes, payment, expected) => {
  expect(routePayment(routes, payment)).toEqual(expected);
});

const CONNECTORS = fc.constantFrom('a', 'b', 'c');
const METHODS = fc.constantFrom('BankCard', 'PaymentTerminal', 'DigitalWallet', 'CryptoWallet', 'MobileCommerce');
const CURRENCIES = fc.constantFrom('RUB', 'USD', 'EUR');
const AMOUNTS = fc.integer({ min: 1, max: 1_000 });

const aRoute: fc.Arbitrary<PaymentRoute> = fc.record(
  {
    connector: CONNECTORS,
    tools: fc.uniqueArray(METHODS, { minLength: 1 }),
    currencies: fc.uniqueArray(CURRENCIES, { minLength: 1 }),
    minAmount: AMOUNTS,
    maxAmount: AMOUNTS,
  },
  { requiredKeys: ['connector'] },
);

const aPayment: fc.Arbitrary<RoutedPayment> = fc.record({
  tool: fc.constantFrom('bankCard', 'paymentTerminal', 'digitalWallet', 'cryptoWallet', 'mobileCommerce'),
  currency: CURRENCIES,
  amountMinor: AMOUNTS.map(BigInt),
  key: fc.string(),
});

const property = (holds: (routes: PaymentRoute[], payment: RoutedPayment) => void): void =>
  fc.assert(fc.property(fc.array(aRoute, { maxLength: 8 }), aPayment, holds));

test('each connector with a matching route is listed once, in the order of the routes', () => {
  property((routes, payment) => {
    const order = routePayment(routes, payment);
    expect(new Set(order).size).toBe(order.length);
    const alone = routes.filter((route) => routePayment([route], payment).length > 0).map(({ connector }) => connector);
    expect(order).toEqual(alone.filter((connector, place) => alone.indexOf(connector) === place));
  });
});

test('a further route keeps the earlier connectors in order', () => {
  fc.assert(
    fc.property(fc.array(aRoute, { maxLength: 8 }), aRoute, aPayment, (routes, another, payment) => {
      const before = routePayment(routes, payment);
      expect(routePayment([...routes, another], payment).slice(0, before.length)).toEqual(before);
    }),
  );
});

test('a token always goes to its issuer', () => {
  property((routes, payment) => {
    expect(routePayment(routes, { ...payment, issuer: 'issuer' })).toEqual(['issuer']);
  });
});

test('a token of a disabled account is not used, and one of a passed-over account is', () => {
  const states = { disabled: new Set(['a']), passedOver: new Set(['b']) };
  expect(rank([], { ...CARD, issuer: 'a' }, states)).toEqual([{ account: 'a', result: 'disabled' }]);
  expect(rank([], { ...CARD, issuer: 'b' }, states)).toEqual([{ account: 'b', result: 'chosen' }]);
});

test('a wallet’s token goes to the accounts that take it, and to no other one', () => {
  property((routes, payment) => {
    const acceptingAccounts = new Set(['a', 'c']);
    const order = routePayment(routes, payment);
    expect(routePayment(routes, { ...payment, acceptingAccounts })).toEqual(
      order.filter((account) => acceptingAccounts.has(account)),
    );
    expect(routePayment(routes, { ...payment, acceptingAccounts: new Set() })).toEqual([]);
  });
});
