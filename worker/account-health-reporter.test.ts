import type { CircuitSettings } from '../domain/payments/connector-account/account-health';
import { createLogger } from '../runtime/logger';
import { openStore, type Store } from '../store/store';
import { freshDatabase } from '../tests/harness/database';
import { Registry } from 'prom-client';
import { measureStore } from './store.metrics';
import { AccountHealthReporter } from './account-health-reporter';
import type { ConnectorRequest } from './measured-connectors';

const SETTINGS: CircuitSettings = { failurePercent: 50, minRequests: 10, windowMs: 60_000, passOverMs: 1_500 };
const logger = createLogger({ process: 'test', level: 'silent' });

let store: Store;
beforeAll(async () => {
  const ENCRYPTION_KEY = Buffer.alloc(32).toString('base64');
  store = openStore({ DATABASE_URL: await freshDatabase(), ENCRYPTION_KEY }, 6);
});
afterAll(() => store?.database.close());

const aReporter = () => new AccountHealthReporter(store.database, SETTINGS, logger);
const passed: ConnectorRequest[] = [];

function send(reporter: AccountHealthReporter, account: string, outcomes: Record<string, number>): void {
  const observe = reporter.observing((request) => void passed.push(request));
  for (const [outcome, count] of Object.entries(outcomes)) {
    for (let n = 0; n < count; n++) observe({ connector: account, operation: 'authorise', outcome, seconds: 0.1 });
  }
}

async function passedOver(): Promise<string[]> {
  store.accounts.forget();
  return [...(await store.accounts.readStates()).passedOver].sort();
}

async function readPassedOverMetric(): Promise<Record<string, number>> {
  const registry = new Registry();
  measureStore(registry, store);
  const metric = await registry.getSingleMetric('holdfast_connector_passed_over')?.get();
  return Object.fromEntries((metric?.values ?? []).map(({ labels, value }) => [String(labels['connector']), value]));
}

test('technical failures of several workers pass an account over for a while, and declines do not', async () => {
  const reporters = [aReporter(), aReporter(), aReporter()];
  for (const reporter of reporters) {
    send(reporter, 'failing', { unavailable: 1, unknown: 1, approved: 2 });
    send(reporter, 'declining', { declined: 4 });
    send(reporter, 'misused', { misused: 4 });
  }
  await Promise.all(reporters.map((reporter) => reporter.report()));
  expect(await passedOver()).toEqual(['failing']);
  expect(await readPassedOverMetric()).toEqual({ declining: 0, failing: 1, misused: 0 });
  expect(passed).toHaveLength(36);
  await new Promise((resolve) => setTimeout(resolve, 1_600));
  expect(await passedOver()).toEqual([]);
  expect(await readPassedOverMetric()).toMatchObject({ failing: 0 });
});

test('lists of operations do not judge an account', async () => {
  const reporter = aReporter();
  const observe = reporter.observing(() => undefined);
  for (let n = 0; n < 20; n++) {
    observe({ connector: 'listing', operation: 'listOperations', outcome: 'unavailable', seconds: 6 });
  }
  await reporter.report();
  expect(await passedOver()).toEqual([]);
});
