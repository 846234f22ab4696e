import { judgeRoutes, type JudgeByAccounts } from '../../connectors/known-connectors';
import { Registry } from 'prom-client';
import { announceConnectors, findReconciledConnector } from '../../store/reconciliation/connectors';
import { endUnconfigured } from '../../store/reconciliation/ending';
import { openStore, type Store } from '../../store/store';
import { createConnectorAccount } from '../connector-accounts/connector-accounts';
import { freshDatabase } from '../../tests/harness/database';
import { seedReferenceData } from '../../tests/harness/reference-data';
import { measureRoutes } from '../../worker/route.metrics';
import { routesCheck } from './routes.check';

const SANDBOX_URL = 'http://127.0.0.1:9';
const withSandbox: JudgeByAccounts = (accounts) =>
  judgeRoutes({ SANDBOX_URL, SANDBOX_SECRET: 'a-secret-of-the-sandbox' }, accounts);
const withoutSandbox: JudgeByAccounts = (accounts) => judgeRoutes({ SANDBOX_URL }, accounts);

let store: Store;
beforeAll(async () => {
  const ENCRYPTION_KEY = Buffer.alloc(32).toString('base64');
  store = openStore({ DATABASE_URL: await freshDatabase(), ENCRYPTION_KEY }, 2);
  await seedReferenceData(store.database);
});
afterAll(() => store?.database.close());

async function misrouted(judge: typeof withSandbox): Promise<Record<string, number>> {
  const registry = new Registry();
  measureRoutes(registry, store, judge);
  const { values = [] } = (await registry.getSingleMetric('holdfast_misrouted_owners')?.get()) ?? {};
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels['problem']), value]));
}

test('routes of a test realm to the sandbox are ok', async () => {
  expect(await routesCheck(store, withSandbox).look()).toMatchObject({ status: 'ok' });
  expect(await misrouted(withSandbox)).toEqual({ testConnector: 0, liveAccount: 0, notConfigured: 0 });
});

test('routes to a connector that is not configured fail, with the owners of the routes', async () => {
  expect(await routesCheck(store, withoutSandbox).look()).toMatchObject({
    status: 'failure',
    found: expect.stringMatching(
      /sandbox is not configured: set SANDBOX_SECRET \(shop demo-.*wallet provider/,
    ) as string,
  });
  const { testConnector, notConfigured } = await misrouted(withoutSandbox);
  expect([testConnector, notConfigured]).toEqual([0, expect.any(Number)]);
  expect(notConfigured).toBeGreaterThan(1);
});

test('routes of a test realm to a live account fail', async () => {
  const credentials = { secretKey: 'sk_live_1234567890' };
  const account = { id: 'sandbox-live', connector: 'stripe', name: 'Live', credentials, reason: 'test' };
  await createConnectorAccount(store, account);
  const change = (from: string, to: string) =>
    store.database.search(`UPDATE wallet_providers SET terms = replace(terms::text, $1, $2)::jsonb RETURNING id`, [
      `"connector": "${from}"`,
      `"connector": "${to}"`,
    ]);
  await change('sandbox', 'sandbox-live');
  const found = expect.stringContaining(
    'sandbox-live is a live account, and the realm is test (wallet provider',
  ) as string;
  expect(await routesCheck(store, withSandbox).look()).toMatchObject({ status: 'failure', found });
  expect((await misrouted(withSandbox))['liveAccount']).toBeGreaterThan(0);
  await change('sandbox-live', 'sandbox');
});

test('a live shop on the sandbox fails', async () => {
  await store.database.search(`UPDATE payment_institutions SET realm = 'live' RETURNING id`, []);
  expect(await routesCheck(store, withSandbox).look()).toMatchObject({
    status: 'failure',
    found: expect.stringContaining('sandbox is a test connector, and the realm is live (shop demo-') as string,
  });
  expect((await misrouted(withSandbox))['testConnector']).toBeGreaterThan(0);
});

test('reconciliation ends for an absent test connector and resumes when it is configured again', async () => {
  const { database } = store;
  await announceConnectors(database, ['sandbox']);
  await endUnconfigured(store, ['sandbox', 'sandbox-backup']);
  expect(await findReconciledConnector(database, 'sandbox')).toMatchObject({ endReason: 'it is not configured' });
  await announceConnectors(database, ['sandbox']);
  expect(await findReconciledConnector(database, 'sandbox')).toMatchObject({ endedAt: null });
});
