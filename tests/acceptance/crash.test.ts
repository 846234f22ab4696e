import { setTimeout as sleep } from 'node:timers/promises';
import { httpClient } from '../harness/http-client';
import { startPlatform, type Platform } from '../harness/platform';
import type { ProcessHandle } from '../harness/process-handle';
import { startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver';
import { LEASE_SECONDS } from '../../store/delivery/webhook/queue.lease';
import { anInvoice, subscribe } from '../harness/factories/payment';
import { Lifecycles } from './lifecycles';

/* SIGKILL of the API, the worker and Temporal at random times during 200 payments, and of a worker during a delivery. */

const PAYMENTS = 200;
const AT_ONCE = 8;

let platform: Platform;
let endpoint: WebhookReceiver;

beforeAll(async () => {
  platform = await startPlatform({ temporal: 'own' });
  endpoint = await startWebhookReceiver();
  const merchant = httpClient({ baseUrl: platform.apiUrl, token: platform.demo.apiKey });
  await subscribe(merchant, { shopID: platform.demo.shopID, url: endpoint.url });
});

afterAll(async () => {
  await platform?.stop();
  await endpoint?.close();
});

async function killAtRandom(stopped: () => boolean): Promise<number> {
  const victims: ProcessHandle[] = [platform.processes.api, platform.processes.worker, platform.temporal];
  let kills = 0;
  while (!stopped() || kills < 6) {
    await sleep(300 + Math.random() * 1_500);
    const victim = victims[kills++ % victims.length];
    await victim?.kill();
    await sleep(Math.random() * 500);
    await victim?.start();
  }
  return kills;
}

test('killed processes lose and repeat no payment', async () => {
  const lives = new Lifecycles(platform, endpoint);
  let isOver = false;
  const killing = killAtRandom(() => isOver);
  await lives.live({ count: PAYMENTS, atOnce: AT_ONCE });
  isOver = true;
  expect(await killing).toBeGreaterThanOrEqual(6);
  await lives.expectWhole();
}, 600_000);

test('another worker delivers a killed worker’s message long before the lease expires', async () => {
  const { apiUrl, demo, processes } = platform;
  endpoint.answerNext({ isCut: true, delayMs: 9_000 });
  const { id } = await anInvoice(httpClient({ baseUrl: apiUrl, token: demo.apiKey }), demo.shopID);
  const attempts = () => endpoint.deliveries.filter((one) => one.json<{ invoice: { id: string } }>().invoice.id === id);
  await endpoint.until(() => attempts().length === 1);
  const other = await platform.startAnother('worker');
  try {
    await processes.worker.kill();
    await endpoint.until(() => attempts().length === 2, LEASE_SECONDS * 500);
    expect(attempts()[1]?.answered).toBe(200);
  } finally {
    await other.stop();
  }
});
