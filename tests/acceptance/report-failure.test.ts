import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { reportsCheck } from '../../operators/doctor/reports.check';
import { openStore, type Store } from '../../store/store';
import { httpClient } from '../harness/http-client';
import { anIdentity, WALLET } from '../harness/factories/wallet';
import { startPlatform, type Platform } from '../harness/platform';
import { ARRIVAL_TIMEOUT_MS } from '../harness/timeouts';
import { measureStore } from '../../worker/store.metrics';

/* The worker cannot store a report because a file blocks the name of its folder. */

let platform: Platform;
let store: Store;

beforeAll(async () => {
  platform = await startPlatform();
  const ENCRYPTION_KEY = Buffer.alloc(32).toString('base64');
  store = openStore({ DATABASE_URL: platform.databaseUrl, ENCRYPTION_KEY }, 2);
});
afterAll(async () => {
  await store?.database.close();
  await platform?.stop();
});

async function readMetric(): Promise<number | undefined> {
  const registry = new Registry();
  measureStore(registry, store);
  return (await registry.getSingleMetric('holdfast_reports_failed')?.get())?.values[0]?.value;
}

test('a report that cannot be written is canceled after bounded retries, and doctor and metric report it', async () => {
  expect(await reportsCheck(store).look()).toMatchObject({ status: 'ok' });
  expect(await readMetric()).toBe(0);
  const folder = join(platform.environment['DATA_DIR'] ?? '', 'files');
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(folder, 'no folder');
  const integrator = httpClient({ baseUrl: platform.apiUrl, token: platform.demo.apiKey });
  const path = `${WALLET}/identities/${await anIdentity(integrator)}/reports`;
  const period = { fromTime: '2026-01-01T00:00:00Z', toTime: '2026-02-01T00:00:00Z' };
  const { body: ordered } = await integrator.post(path, { reportType: 'withdrawalRegistry', ...period });
  let status = ordered.status;
  for (const end = Date.now() + 4 * ARRIVAL_TIMEOUT_MS; status === 'pending' && Date.now() < end; await sleep(500))
    status = (await integrator.get(`${path}/${ordered.id}`)).body.status;
  expect(status).toBe('canceled');
  expect(await reportsCheck(store).look()).toMatchObject({
    status: 'failure',
    fact: { kind: 'reportsFailed', count: 1, text: expect.stringMatching(/ENOTDIR|EEXIST/) as string },
  });
  expect(await readMetric()).toBe(1);
  const [row] = await store.database.search<{ attempts: number }>(
    'SELECT failed_attempts AS attempts FROM reports WHERE id = $1',
    [ordered.id],
  );
  expect(row?.attempts).toBe(6);
});
