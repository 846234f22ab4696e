import { randomBytes } from 'node:crypto';
import { AccountConnectors } from '../../connectors/account-connectors';
import { asOperator } from '../../store/platform/audit/origin';
import { accountSource } from '../../store/payments/connector-account/account-source';
import { setAccountEnabled } from '../../store/payments/connector-account/connector-account.change';
import { openStore, type Store } from '../../store/store';
import { freshDatabase } from '../../tests/harness/database';
import {
  createConnectorAccount,
  listConnectorAccounts,
  rotateConnectorAccount,
  switchConnectorAccount,
} from './connector-accounts';
import { keepSandboxAccount } from './sandbox-account';

const ENCRYPTION_KEY = randomBytes(32).toString('base64');
let store: Store;
let other: Store;
beforeAll(async () => {
  const secrets = { DATABASE_URL: await freshDatabase(), ENCRYPTION_KEY };
  const request = { operation: 'test', requestID: 'request', paymentID: null };
  store = asOperator(openStore(secrets, 4), request, 'operator/alice');
  other = openStore(secrets, 2);
});
afterAll(async () => {
  await store?.database.close();
  await other?.database.close();
});

const SECRET_KEY = 'sk_test_first1234567890';
const NEXT_KEY = 'sk_test_second123456789';
const shop = (fields: object = {}) => ({
  id: 'stripe-eu',
  connector: 'stripe',
  name: 'Shop in the EU',
  credentials: { secretKey: SECRET_KEY, webhookSecret: 'whsec_first' },
  settings: { statementDescriptorSuffix: 'FLOWERS' },
  reason: 'Agreement 17',
  ...fields,
});

const rows = (text: string) => store.database.search<{ text: string }>(text, []);

test('an account is stored with encrypted credentials and the realm of its key', async () => {
  const created = await createConnectorAccount(store, shop());
  expect(created).toMatchObject({ realm: 'test', isEnabled: true, version: 1 });
  expect(created).not.toHaveProperty('credentials');
  const stored = await rows('SELECT a::text AS text FROM connector_accounts a');
  expect(JSON.stringify(stored)).not.toContain('first');
  expect(await accountSource(other).readCredentials(created)).toEqual({ credentials: shop().credentials });
  const live = await createConnectorAccount(
    store,
    shop({ id: 'stripe-live', credentials: { secretKey: 'sk_live_first1234567890' } }),
  );
  expect(live.realm).toBe('live');
});

test('a repeated creation changes nothing, and another account cannot have its id', async () => {
  expect((await createConnectorAccount(store, shop())).version).toBe(1);
  const others = [{ name: 'Other' }, { credentials: { secretKey: NEXT_KEY } }, { settings: {} }];
  for (const fields of others) {
    await expect(createConnectorAccount(store, shop(fields))).rejects.toThrow(/exists with other values/);
  }
});

test('a rotation replaces the credentials in every process and does not change the realm', async () => {
  const connectors = new AccountConnectors(accountSource(other));
  const before = await connectors.find('stripe-eu');
  const rotated = await rotateConnectorAccount(store, {
    ...{ id: 'stripe-eu', reason: 'Yearly' },
    credentials: { secretKey: NEXT_KEY },
  });
  expect(rotated).toMatchObject({ version: 2, settings: shop().settings });
  await other.accounts.refresh();
  expect(await connectors.find('stripe-eu')).not.toBe(before);
  expect(await connectors.find('stripe-eu')).toBe(await connectors.find('stripe-eu'));
  const live = { id: 'stripe-eu', credentials: { secretKey: 'sk_live_1234567890' }, reason: 'Live' };
  await expect(rotateConnectorAccount(store, live)).rejects.toThrow('credentials: other realm (live, test)');
});

test('another process sees a change within a second', async () => {
  expect((await other.accounts.read()).get('stripe-eu')?.isEnabled).toBe(true);
  await setAccountEnabled(store, { id: 'stripe-eu', isEnabled: false, reason: 'Closed' });
  expect((await store.accounts.read()).get('stripe-eu')?.isEnabled).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 1_050));
  expect((await other.accounts.read()).get('stripe-eu')?.isEnabled).toBe(false);
});

test('a new account is found at once', async () => {
  await other.accounts.refresh();
  await createConnectorAccount(store, shop({ id: 'stripe-new' }));
  const connectors = new AccountConnectors(accountSource(other));
  expect(await connectors.find('stripe-new')).toBeDefined();
  expect(await connectors.callbackPath('stripe-new')).toBe('/callbacks/stripe/stripe-new');
  expect(await connectors.find('stripe-none')).toBeUndefined();
});

test('the audit log has who, why and when the credentials changed, and nothing of them', async () => {
  const entries = await rows(`SELECT a::text AS text FROM audit_log a WHERE subject_type = 'connectorAccount'`);
  expect(entries).toHaveLength(5);
  const all = JSON.stringify(entries);
  for (const reason of ['Agreement 17', 'Yearly', 'Closed', 'credentialsAt']) expect(all).toContain(reason);
  for (const secret of ['sk_', 'whsec', 'encrypted']) expect(all).not.toContain(secret);
});

test('credentials moved to the row of another account cannot be read', async () => {
  const move = `UPDATE connector_accounts SET encrypted_credentials =
    (SELECT encrypted_credentials FROM connector_accounts WHERE id = 'stripe-live') WHERE id = 'stripe-new'`;
  await store.database.search(move, []);
  const connectors = new AccountConnectors(accountSource(other));
  await expect(connectors.find('stripe-new')).rejects.toThrow('cannot be decrypted');
});

test.each([
  ['an id with a slash', { id: 'a/b' }, 'id: wrong format'],
  ['an id in capitals', { id: 'Stripe' }, 'id: wrong format'],
  ['an unknown connector', { connector: 'toString' }, 'connector: unknown value (sandbox, stripe, yookassa'],
  ['an empty name', { name: ' ' }, 'name: required'],
  [
    'a malformed key',
    { credentials: { secretKey: 'pk_test_1' } },
    'credentials.secretKey: wrong format (must be a key of Stripe',
  ],
  ['an unknown setting', { settings: { mcc: 1 } }, 'settings: unknown field (mcc)'],
  [
    'an address that is no URL',
    { settings: { url: 'file:///etc' } },
    'settings.url: wrong format (must be an http(s) URL)',
  ],
])('%s is refused with its place', async (_, fields, message) => {
  await expect(createConnectorAccount(store, shop({ id: 'refused', ...fields }))).rejects.toThrow(message);
});

test('an account may have the name of its connector, and is disabled in every process', async () => {
  await createConnectorAccount(store, shop({ id: 'stripe' }));
  const connectors = new AccountConnectors(accountSource(other));
  expect(await connectors.callbackPath('stripe')).toBe('/callbacks/stripe/stripe');
  expect(await connectors.ids()).toEqual(['stripe', 'stripe-eu', 'stripe-live', 'stripe-new']);
  const change = { id: 'stripe', isEnabled: false, reason: 'Closed' };
  expect(await switchConnectorAccount(store, change)).toMatchObject({ id: 'stripe', isEnabled: false, version: 2 });
  expect(await switchConnectorAccount(store, change)).toMatchObject({ version: 2 });
  other.accounts.forget();
  expect((await other.accounts.readStates()).disabled).toContain('stripe');
});

test('the account of the demonstration follows the address and the secret of the sandbox', async () => {
  const given = { SANDBOX_SECRET: 'a-secret-of-the-sandbox', SANDBOX_URL: 'http://127.0.0.1:9' };
  const versions = async () =>
    (await listConnectorAccounts(store.database)).filter(({ id }) => id === 'sandbox').map(({ version }) => version);
  await keepSandboxAccount(store, { ...given, SANDBOX_SECRET: undefined });
  expect(await versions()).toEqual([]);
  await keepSandboxAccount(store, given);
  await keepSandboxAccount(store, given);
  expect(await versions()).toEqual([1]);
  await keepSandboxAccount(store, { ...given, SANDBOX_URL: 'http://127.0.0.1:10' });
  expect(await versions()).toEqual([2]);
});

describe('the address of an account', () => {
  const sandbox = (url: string) => ({
    ...{ id: 'addressed', connector: 'sandbox', name: 'Sandbox', reason: 'test' },
    ...{ credentials: { secret: 'a-secret-of-the-sandbox' }, settings: { url } },
  });
  const policed = (...networks: string[]): Store => {
    const { database, encryptionKeys, accounts } = store;
    const { acquirers } = openStore(
      { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/none', ENCRYPTION_KEY, CONNECTOR_PRIVATE_NETWORKS: networks },
      1,
    );
    return { ...store, database, encryptionKeys, accounts, ...(acquirers && { acquirers }) };
  };

  test.each([
    ['http://169.254.169.254/latest/meta-data', 'private address'],
    ['https://169.254.169.254', 'private address'],
    ['https://127.0.0.1:8080', 'private address'],
    ['https://[::ffff:10.0.0.1]', 'private address'],
    ['https://2130706433/', 'private address'],
    ['https://metadata.internal', 'private address'],
    ['http://acquirer.example', 'not https'],
    ['http://api.stripe.com', 'not https'],
  ])('%s is refused', async (url, problem) => {
    await expect(createConnectorAccount(policed(), sandbox(url))).rejects.toThrow(problem);
  });

  test('may be in an allowed network, in clear too, and is not opened without it', async () => {
    await createConnectorAccount(policed('127.0.0.0/8'), sandbox('http://127.0.0.1:9'));
    await expect(createConnectorAccount(policed('127.0.0.0/8'), sandbox('https://10.0.0.1'))).rejects.toThrow(
      'private',
    );
    await expect(new AccountConnectors(accountSource(policed())).find('addressed')).rejects.toThrow('privateAddress');
    expect(await new AccountConnectors(accountSource(policed('127.0.0.0/8'))).find('addressed')).toBeDefined();
  });

  test('is free for the published ones of the acquirer', async () => {
    const given = shop({ id: 'published', settings: { url: 'https://api.stripe.com' } });
    expect(await createConnectorAccount(policed(), given)).toMatchObject({ id: 'published' });
  });
});
