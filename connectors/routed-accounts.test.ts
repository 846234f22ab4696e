import { judgeRoutes } from './routed-accounts';

test('an account is routed to in its own realm only', () => {
  const judge = judgeRoutes([
    { id: 'shop-live', realm: 'live' },
    { id: 'shop-test', realm: 'test' },
  ]);
  expect(judge('shop-live', 'live')).toBeUndefined();
  expect(judge('shop-test', 'test')).toBeUndefined();
  expect(judge('shop-test', 'live')).toEqual({
    kind: 'testConnector',
    message: 'shop-test is a test account, and the realm is live',
  });
  expect(judge('shop-live', 'test')).toEqual({
    kind: 'liveAccount',
    message: 'shop-live is a live account, and the realm is test',
  });
});

test.each(['elsewhere', 'sandbox', '__proto__'])('the name %s without an account is no account', (name) => {
  expect(judgeRoutes([])(name, 'test')).toEqual({
    kind: 'notConfigured',
    message: `there is no connector account ${name}`,
  });
});
