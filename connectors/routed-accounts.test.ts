import { judgeRoutes } from './routed-accounts';

test('an account is routed to in its own realm only', () => {
  const judge = judgeRoutes([
    { id: 'shop-live', realm: 'live' },
    { id: 'shop-test', realm: 'test' },
  ]);
  expect(judge('shop-live', 'live')).toBeUndefined();
  expect(judge('shop-test', 'test')).toBeUndefined();
  expect(judge('shop-test', 'live')).toBe('testConnector');
  expect(judge('shop-live', 'test')).toBe('liveAccount');
});

test.each(['elsewhere', 'sandbox', '__proto__'])('the name %s without an account is no account', (name) => {
  expect(judgeRoutes([])(name, 'test')).toBe('notConfigured');
});
