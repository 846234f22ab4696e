import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../scripts/services/platform-process';
import { TEMPORAL_SERVER_VERSION } from '../../scripts/services/temporal-server-binary';
import { subscribe } from '../harness/factories/payment';
import { httpClient } from '../harness/http-client';
import { startPlatform, type Platform } from '../harness/platform';
import type { ProcessHandle } from '../harness/process-handle';
import { startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver';
import { Lifecycles } from './lifecycles';

/* A Temporal server on PostgreSQL with two workers and two APIs, one of each killed for good. */

const PAYMENTS = 80;
const AT_ONCE = 8;

let platform: Platform;
let endpoint: WebhookReceiver;
const others: ProcessHandle[] = [];

beforeAll(async () => {
  platform = await startPlatform({ temporal: 'server' });
  endpoint = await startWebhookReceiver();
  for (const name of ['worker', 'api'] as const) others.push(await platform.startAnother(name));
  const merchant = httpClient({ baseUrl: platform.apiUrl, token: platform.demo.apiKey });
  await subscribe(merchant, { shopID: platform.demo.shopID, url: endpoint.url });
}, 300_000);

afterAll(async () => {
  await Promise.all(others.map((other) => other.stop()));
  await platform?.stop();
  await endpoint?.close();
});

test('the Temporal server has the version of docker-compose.yml', () => {
  const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
  expect(compose).toContain(`image: temporalio/auto-setup:${TEMPORAL_SERVER_VERSION}`);
});

test('a killed worker and a killed API beside others lose and repeat no payment', async () => {
  const [, otherApi] = others;
  const lives = new Lifecycles(platform, endpoint, [platform.apiUrl, otherApi?.url ?? '']);
  const living = lives.live({ count: PAYMENTS, atOnce: AT_ONCE });
  await Promise.race([living, endpoint.until(() => endpoint.accepted().length > PAYMENTS, 120_000)]);
  await platform.processes.worker.kill();
  await sleep(500);
  await platform.processes.api.kill();
  await living;
  await lives.expectWhole();
}, 600_000);
