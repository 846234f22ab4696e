import { MemoryBook } from './adyen/testing/memory-book';
import { callbackReaders } from './callbacks';
import type { ConnectorEnvironment } from './known-connectors';
import { absentTestConnectors, judgeRoutes, KNOWN_CONNECTORS, missingVariables } from './known-connectors';
import { openConnectors } from './registry';

const SANDBOX_URL = 'http://127.0.0.1:9';
const SANDBOX_SECRET = 'a-secret-of-the-sandbox';
const SANDBOX_BACKUP_URL = 'http://127.0.0.1:9';
const ADYEN = { ADYEN_API_KEY: 'key', ADYEN_MERCHANT_ACCOUNT: 'HoldfastTEST', ADYEN_HMAC_KEY: 'ab'.repeat(32) };
const LIVE_ADYEN = 'https://1797a841fbb37ca7-Holdfast-checkout-live.adyenpayments.com/checkout/v71';
const STRIPE_SECRET_KEY = 'sk_test_of_nobody';

test.each<[string, ConnectorEnvironment, string[]]>([
  ['nothing', { SANDBOX_URL }, []],
  ['a backup without the secret', { SANDBOX_URL, SANDBOX_BACKUP_URL }, []],
  ['the secret', { SANDBOX_URL, SANDBOX_SECRET }, ['sandbox']],
  ['a key of Stripe', { SANDBOX_URL, STRIPE_SECRET_KEY }, ['stripe']],
  ['an account of Adyen', { SANDBOX_URL, ...ADYEN }, ['adyen']],
  [
    'everything',
    { SANDBOX_URL, SANDBOX_SECRET, SANDBOX_BACKUP_URL, STRIPE_SECRET_KEY, ...ADYEN },
    ['sandbox', 'sandbox-backup', 'stripe', 'adyen'],
  ],
])('%s registers the connectors with complete variables', async (_, environment, names) => {
  const known = Object.keys(KNOWN_CONNECTORS) as (keyof typeof KNOWN_CONNECTORS)[];
  expect(Object.keys(await openConnectors(environment, () => new MemoryBook()))).toEqual(names);
  expect(known.filter((name) => missingVariables(name, environment).length === 0)).toEqual(names);
  const callbacks = Object.keys(await callbackReaders(environment));
  expect(callbacks).toEqual(names.filter((name) => name !== 'stripe'));
});

test('only unconfigured test connectors are absent', () => {
  expect(absentTestConnectors({ SANDBOX_URL })).toEqual(['sandbox', 'sandbox-backup']);
  expect(absentTestConnectors({ SANDBOX_URL, SANDBOX_SECRET })).toEqual(['sandbox-backup']);
});

test('a live realm rejects test connectors', () => {
  const judge = judgeRoutes({ SANDBOX_URL, SANDBOX_SECRET, STRIPE_SECRET_KEY });
  expect(judge('sandbox', 'test')).toBeUndefined();
  expect(judge('stripe', 'test')).toBeUndefined();
  expect(judge('sandbox', 'live')?.kind).toBe('testConnector');
  expect(judge('stripe', 'live')?.kind).toBe('testConnector');
  expect(judgeRoutes({ SANDBOX_URL, STRIPE_SECRET_KEY: 'sk_live_1' })('stripe', 'live')).toBeUndefined();
  expect(judgeRoutes({ SANDBOX_URL, ...ADYEN })('adyen', 'live')?.kind).toBe('testConnector');
  const live = { SANDBOX_URL, ...ADYEN, ADYEN_CHECKOUT_URL: LIVE_ADYEN };
  const imitated = { ...live, ADYEN_CHECKOUT_URL: 'https://x.example.com/checkout-live.adyenpayments.com/v71' };
  expect(judgeRoutes(imitated)('adyen', 'live')?.kind).toBe('testConnector');
  expect(judgeRoutes(live)('adyen', 'live')).toBeUndefined();
  expect(judge('sandbox-backup', 'test')?.message).toContain('SANDBOX_BACKUP_URL');
  expect(judge('elsewhere', 'test')?.message).toBe('there is no connector account elsewhere');
});

test('an account is routed to in its own realm only', () => {
  const judge = judgeRoutes(undefined, [
    { id: 'shop-live', realm: 'live' },
    { id: 'shop-test', realm: 'test' },
  ]);
  expect(judge('shop-live', 'live')).toBeUndefined();
  expect(judge('shop-test', 'test')).toBeUndefined();
  expect(judge('shop-test', 'live')).toMatchObject({
    kind: 'testConnector',
    message: 'shop-test is a test account, and the realm is live',
  });
  expect(judge('shop-live', 'test')).toMatchObject({
    kind: 'liveAccount',
    message: 'shop-live is a live account, and the realm is test',
  });
  const live = judgeRoutes({ SANDBOX_URL, STRIPE_SECRET_KEY: 'sk_live_1' });
  expect(live('stripe', 'test')).toMatchObject({
    kind: 'liveAccount',
    message: 'stripe is a live account, and the realm is test',
  });
});
