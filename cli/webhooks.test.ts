import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
  harness = await startMerchantPlatform({ environment: { WEBHOOK_WORKFLOWS: '2' } });
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

test('an operator decides about one subject of a dead endpoint and about all; a killed worker loses none', async () => {
  const dead = await startWebhookReceiver();
  dead.answerWith(() => ({ status: 503 }));
  const scope = { topic: 'InvoicesTopic', shopID: harness.shopID, eventTypes: ['InvoiceCreated', 'InvoiceCancelled'] };
  const { body: webhook } = await harness.merchant.post('/v2/processing/webhooks', { url: dead.url, scope });
  const subjects: string[] = [];
  for (let count = 0; count < 8; count++) {
    const { id } = await anInvoice(harness.merchant, harness.shopID);
    await harness.merchant.post(`/v2/processing/invoices/${id}/rescind`, { reason: 'changed my mind' });
    subjects.push(`invoice/${id}`);
  }
  const [first = '', second = ''] = subjects;
  const states = async (): Promise<string[]> => {
    const text = 'SELECT state FROM webhook_queues WHERE webhook_id = $1';
    return (await harness.sql<{ state: string }>(text, [webhook.id])).map(({ state }) => state);
  };
  await untilTrue(async () => (await states()).join() === Array(8).fill('batched').join());

  dead.answerNext({ status: 200 }, { status: 200 });
  const workflowID = `webhook/${webhook.id}`;
  expect(await shell('retry', webhook.id, '--subject', first)).toEqual([{ workflowID, dueCount: 0, isTaken: true }]);
  expect(await shell('discard', webhook.id, '--reason', 'closed', '--subject', second)).toEqual([
    { workflowID, discardedCount: 2 },
  ]);
  await expect(shell('retry', webhook.id, '--subject', first)).rejects.toThrow('nothing of this webhook is in trouble');
  await expect(shell('discard', webhook.id, '--reason', ' ')).rejects.toThrow('reason must say why');

  // The worker dies while exchanges are under way: what it had in hand is attempted by the next one.
  const seen = dead.deliveries.length;
  dead.answerWith(() => ({ delayMs: 9_000 }));
  expect(await shell('retry', webhook.id)).toMatchObject([{ workflowID }]);
  await dead.until((all) => all.length > seen);
  await harness.platform.processes.worker.kill();
  dead.answerWith(() => ({ status: 200 }));
  await harness.platform.processes.worker.start();
  await untilTrue(async () => (await states()).length === 0);
  for (const subject of subjects.filter((each) => each !== second)) {
    const taken = dead.accepted().map((each) => each.json<{ eventType: string; invoice: { id: string } }>());
    const about = taken.filter(({ invoice }) => `invoice/${invoice.id}` === subject).map(({ eventType }) => eventType);
    expect([...new Set(about)]).toEqual(['InvoiceCreated', 'InvoiceCancelled']);
    expect(about.at(-1)).toBe('InvoiceCancelled');
  }
  await dead.close();
});

test('what was typed wrong is refused', async () => {
  await expect(shell('attempts', 'nobody')).rejects.toThrow('Webhook not found');
  await expect(shell('replay', 'nobody')).rejects.toThrow('Webhook not found');
  await expect(shell('attempts', 'nobody', '--limit', 'many')).rejects.toThrow('many is not a positive whole number');
});

/** A worker that died is missed for as long as its leases last. */
async function untilTrue(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 2 * ARRIVAL_TIMEOUT_MS; Date.now() < end; await sleep(100)) if (await isSo()) return;
  throw new Error('it never came to be so');
}

/** Attempts are written a moment after the answer. */
async function untilLogged(attempts: () => Promise<unknown[]>, count: number): Promise<void> {
  const end = Date.now() + ARRIVAL_TIMEOUT_MS;
  while ((await attempts()).length < count && Date.now() < end);
}
