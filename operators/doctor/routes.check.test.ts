import { Registry } from 'prom-client';
import { openStore, type Store } from '../../store/store';
import { createConnectorAccount } from '../connector-accounts/connector-accounts';
import { keepSandboxAccount } from '../connector-accounts/sandbox-account';
import { freshDatabase } from '../../tests/harness/database';
import { seedReferenceData } from '../../tests/harness/reference-data';
import { measureStore } from '../../worker/store.metrics';
import { routesCheck } from './routes.check';

let store: Store;
beforeAll(async () => {
  const ENCRYPTION_KEY = Buffer.alloc(32).toString('base64');
  store = openStore({ DATABASE_URL: await freshDatabase(), ENCRYPTION_KEY }, 2);
  await seedReferenceData(store.database);
});
afterAll(() => store?.database.close());

async function misrouted(): Promise<Record<string, number>> {
  const registry = new Registry();
  measureStore(registry, store);
  const { values = [] } = (await registry.getSingleMetric('holdfast_misrouted_owners')?.get()) ?? {};
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels['problem']), value]));
}

test('routes to an account that does not exist fail, with the owners of the routes', async () => {
  expect(await routesCheck(store).look()).toMatchObject({
    status: 'failure',
    fact: {
      kind: 'routesWrong',
      items: [
        {
          id: 'sandbox',
          problem: 'notConfigured',
          names: expect.arrayContaining([expect.stringMatching(/^shop demo-/)]) as string[],
        },
      ],
    },
  });
  const { testConnector, notConfigured } = await misrouted();
  expect([testConnector, notConfigured]).toEqual([0, expect.any(Number)]);
  expect(notConfigured).toBeGreaterThan(1);
});

test('routes of a test realm to the sandbox are ok', async () => {
  await keepSandboxAccount(store, { SANDBOX_SECRET: 'a-secret-of-the-sandbox', SANDBOX_URL: 'http://127.0.0.1:9' });
  expect(await routesCheck(store).look()).toMatchObject({ status: 'ok' });
  expect(await misrouted()).toEqual({ testConnector: 0, liveAccount: 0, notConfigured: 0 });
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
  const fact = { items: [{ id: 'sandbox-live', problem: 'liveAccount' }] };
  expect(await routesCheck(store).look()).toMatchObject({ status: 'failure', fact });
  expect((await misrouted())['liveAccount']).toBeGreaterThan(0);
  await change('sandbox-live', 'sandbox');
});

test('a live shop on the sandbox fails', async () => {
  await store.database.search(`UPDATE payment_institutions SET realm = 'live' RETURNING id`, []);
  expect(await routesCheck(store).look()).toMatchObject({
    status: 'failure',
    fact: { items: [{ id: 'sandbox', problem: 'testConnector' }] },
  });
  expect((await misrouted())['testConnector']).toBeGreaterThan(0);
});
