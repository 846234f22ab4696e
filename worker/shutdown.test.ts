import { readFileSync } from 'node:fs';
import { httpClient } from '../tests/harness/http-client';
import { startPlatform, type Platform } from '../tests/harness/platform';
import { startWebhookReceiver, type WebhookReceiver } from '../tests/harness/webhook-receiver';

let platform: Platform;
let receiver: WebhookReceiver;

beforeAll(async () => {
  [platform, receiver] = await Promise.all([startPlatform(), startWebhookReceiver()]);
});
afterAll(async () => {
  await platform?.stop();
  await receiver?.close();
});

test('a worker stops cleanly on SIGTERM, and its deliveries resume after the restart', async () => {
  const { apiUrl, demo, processes } = platform;
  const client = httpClient({ baseUrl: apiUrl, token: demo.apiKey });
  const scope = { topic: 'InvoicesTopic', shopID: demo.shopID, eventTypes: ['InvoiceCreated'] };
  expect((await client.post('/v2/processing/webhooks', { scope, url: receiver.url })).status).toBe(201);
  receiver.answerWith(() => ({ delayMs: 9_500 }));
  const dueDate = new Date(Date.now() + 3_600_000).toISOString();
  const invoice = { shopID: demo.shopID, dueDate, amount: 100, currency: 'RUB', product: 'Чай', metadata: {} };
  await client.post('/v2/processing/invoices', invoice);
  await receiver.until((all) => all.length === 1);
  await processes.worker.stop();
  expect(readFileSync(processes.worker.logFile, 'utf8')).toMatch(/"code":0,"msg":"stopped"/);
  receiver.answerWith(() => ({}));
  await processes.worker.start();
  // Long before the lease of a killed worker expires.
  await receiver.until((all) => all.length === 2, 20_000);
  await receiver.until(() => receiver.accepted().length > 0);
});
