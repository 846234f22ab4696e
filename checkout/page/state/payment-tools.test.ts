import { findWays } from './payment-tools';

const PROVIDERS = [
  { id: 'euroset', brandName: 'Евросеть' },
  { id: 'qps', brandName: 'Система быстрых платежей', category: 'onlinebanking' },
  { id: 'x', brandName: 'СБПлюс' },
  { id: 'nameless' },
];
const METHODS = [{ method: 'PaymentTerminal' as const, providers: ['euroset', 'x', 'qps'] }];

test.each([
  ['RUB', ['qps', 'euroset', 'x']],
  ['KZT', ['euroset', 'x', 'qps']],
  [undefined, ['euroset', 'x', 'qps']],
])('ways for %s are in the order %j', (currency, order) => {
  expect(findWays(METHODS, PROVIDERS, currency).map(({ id }) => id)).toEqual(order);
});

const NAMED = [{ method: 'DigitalWallet' as const, providers: ['nameless', 'unknown'] }];

test('an unknown provider is hidden, and one without a name is shown by its id', () => {
  expect(findWays(NAMED, PROVIDERS, 'RUB')).toEqual([
    { kind: 'wallet', id: 'nameless', brand: 'nameless', tool: 'DigitalWalletData' },
  ]);
});

test('without a list of providers every way is offered by its id', () => {
  expect(findWays(NAMED, undefined, 'RUB').map((way) => 'brand' in way && way.brand)).toEqual(['nameless', 'unknown']);
});
