import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { anInvoice } from '../testing/factories/payment';
import { startMerchantPlatform, type MerchantPlatform } from '../testing/platform';
import { ARRIVAL_TIMEOUT_MS } from '../testing/timeouts';
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver';

const run = promisify(execFile);
const cli = join(__dirname, '..', 'dist', 'cli', 'main.js');

let harness: MerchantPlatform;
let receiver: WebhookReceiver;

beforeAll(async () => {
  harness = await startMerchantPlatform();
  receiver = await startWebhookReceiver();
});

afterAll(async () => {
  await receiver?.close();
  await harness?.stop();
});

async function shell(...args: string[]): Promise<any[]> {
  const env = { ...process.env, ...harness.platform.environment };
  const { stdout } = await run(process.execPath, [cli, 'webhook', ...args], { env });
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);
}

test('an operator sees what was tried, and has it sent again with the same bytes', async () => {
  const scope = { topic: 'InvoicesTopic', shopID: harness.shopID, eventTypes: ['InvoiceCreated', 'InvoiceCancelled'] };
  const { body: webhook } = await harness.merchant.post('/v2/processing/webhooks', { url: receiver.url, scope });
  const invoice = await anInvoice(harness.merchant, harness.shopID);
  await anInvoice(harness.merchant, harness.shopID);
  await harness.merchant.post(`/v2/processing/invoices/${invoice.id}/rescind`, { reason: 'changed my mind' });
  await receiver.until((taken) => taken.length === 3);

  const subject = `invoice/${invoice.id}`;
  const attempts = async () => shell('attempts', webhook.id, '--subject', subject);
  await untilLogged(attempts, 2);
  expect(await attempts()).toMatchObject([
    { eventType: 'InvoiceCancelled', subject, number: 1, status: 200 },
    { eventType: 'InvoiceCreated', subject, number: 1, status: 200 },
  ]);

  expect(await shell('replay', webhook.id, '--subject', subject)).toEqual([
    { webhookID: webhook.id, subjectCount: 1, messageCount: 2 },
  ]);
  await receiver.until((taken) => taken.length === 5);
  const about = receiver.accepted().filter((taken) => taken.json<any>().invoice.id === invoice.id);
  expect(about.slice(2).map(({ body }) => body.toString())).toEqual(
    about.slice(0, 2).map(({ body }) => body.toString()),
  );
});

test('what was typed wrong is refused', async () => {
  await expect(shell('replay', 'nobody')).rejects.toThrow('Webhook not found');
  await expect(shell('attempts', 'nobody', '--limit', 'many')).rejects.toThrow('many is not a positive whole number');
});

/** Attempts are written a moment after the answer. */
async function untilLogged(attempts: () => Promise<unknown[]>, count: number): Promise<void> {
  const end = Date.now() + ARRIVAL_TIMEOUT_MS;
  while ((await attempts()).length < count && Date.now() < end);
}
