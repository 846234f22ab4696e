import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { createLogger } from '../runtime/logger';
import { statement } from '../store/postgres/database';
import { newId } from '../store/id';
import { listAttempts } from '../store/delivery/webhook/attempt.queries';
import { feedReplays } from '../store/delivery/webhook/replay.feed';
import { orderReplay } from '../store/delivery/webhook/replay.order';
import { isSignedBy } from '../tests/harness/content-signature';
import { ARRIVAL_TIMEOUT_MS } from '../tests/harness/timeouts';
import { startWebhookReceiver, type Delivery, type WebhookReceiver } from '../tests/harness/webhook-receiver';
import { appendMessages, anotherShop, aShopStore, aWebhook, type ShopStore } from '../tests/harness/factories/webhook';
import { startWebhookDispatcher } from './dispatcher';

let shop: ShopStore;
let receiver: WebhookReceiver;
let statementCount = 0;
const stops: (() => Promise<void>)[] = [];

beforeEach(async () => {
  shop = await aShopStore();
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  await receiver.close();
  await shop.store.database.close();
});

function start(): () => Promise<void> {
  const { store, databaseUrl } = shop;
  const logger = createLogger({ process: 'test', level: 'error' });
  const allowedNetworks = ['127.0.0.0/8'];
  const { stop } = startWebhookDispatcher({
    store,
    databaseUrl,
    allowedNetworks,
    maxWorkflows: 50,
    logger,
    newToken: randomUUID,
  });
  stops.push(stop);
  return stop;
}

async function rows(text: string): Promise<unknown[]> {
  return shop.store.database.run(statement(`test-${statementCount++}`, text), []);
}

async function untilRows(text: string, expected: unknown[]): Promise<void> {
  const end = Date.now() + ARRIVAL_TIMEOUT_MS;
  while (JSON.stringify(await rows(text)) !== JSON.stringify(expected) && Date.now() < end) await sleep(20);
  expect(await rows(text)).toEqual(expected);
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
const eventID = (delivery: Delivery): number => delivery.json<{ eventID: number }>().eventID;
const getInvoice = (delivery: Delivery): string => delivery.json<{ invoice: { id: string } }>().invoice.id;

test('a message arrives promptly, signed with the key of its webhook', async () => {
  const webhook = await aWebhook(shop, { url: receiver.url });
  start();
  await sleep(200);
  const appendedAt = Date.now();
  await appendMessages(shop, { invoiceID: newId() });
  const [delivery] = await receiver.until((all) => all.length === 1);
  expect((delivery?.receivedAt.getTime() ?? 0) - appendedAt).toBeLessThan(5_000);
  const contentSignature = delivery?.headers['content-signature'] as string;
  expect(contentSignature).toMatch(/^alg=RS256; digest=[A-Za-z0-9_-]{342}==$/);
  const body = delivery?.body ?? Buffer.alloc(0);
  expect(isSignedBy({ publicKey: webhook.publicKey, body, contentSignature })).toBe(true);
  await untilRows('SELECT subject FROM webhook_queues', []);
});

test('two dispatchers deliver each message once, in the order of its subject', async () => {
  await aWebhook(shop, { url: receiver.url });
  const invoices = Array.from({ length: 20 }, () => newId());
  start();
  start();
  for (let round = 0; round < 10; round++) {
    await Promise.all(invoices.map((invoiceID) => appendMessages(shop, { invoiceID })));
  }
  await receiver.until((all) => all.length >= 200);
  await untilRows('SELECT subject FROM webhook_queues', []);
  expect(receiver.deliveries).toHaveLength(200);
  for (const invoiceID of invoices) {
    const order = receiver.deliveries.filter((delivery) => getInvoice(delivery) === invoiceID).map(eventID);
    expect(order).toHaveLength(10);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  }
});

test('a replay starts after the delivery in progress of its subject, with several dispatchers', async () => {
  const { id: webhookID } = await aWebhook(shop, { url: receiver.url });
  const invoiceID = newId();
  start();
  start();
  await appendMessages(shop, { invoiceID, eventTypes: Array.from({ length: 5 }, () => 'InvoiceCreated') });
  await untilRows('SELECT subject FROM webhook_queues', []);
  receiver.answerWith(() => ({ delayMs: 40 }));
  await appendMessages(shop, { invoiceID, eventTypes: Array.from({ length: 40 }, () => 'InvoiceCreated') });
  await receiver.until((all) => all.length >= 14);
  await orderReplay(shop.store, { webhookID, toEventID: 5n });
  await feedReplays(shop.store);
  await untilRows('SELECT subject FROM webhook_queues', []);
  const order = receiver.deliveries.map(eventID);
  const again = order.lastIndexOf(1);
  expect(again).toBeGreaterThan(0);
  for (const part of [order.slice(0, again), order.slice(again)]) expect(part).toEqual(part.toSorted((a, b) => a - b));
  expect(new Set(order).size).toBe(45);
});

test.each([201, 204, 500])(
  'a response of %i passes its subject to a workflow while other subjects continue',
  async (status) => {
    const webhook = await aWebhook(shop, { url: receiver.url });
    const [bad, good] = [newId(), newId()];
    receiver.answerWith((delivery) => ({ status: getInvoice(delivery) === bad ? status : 200 }));
    start();
    for (const invoiceID of [bad, good, bad, good]) await appendMessages(shop, { invoiceID });
    await receiver.until((all) => all.filter(({ answered }) => answered === 200).length === 2);
    await untilRows('SELECT subject, state FROM webhook_queues', [{ subject: `invoice/${bad}`, state: 'retrying' }]);
    expect(receiver.deliveries.filter((delivery) => getInvoice(delivery) === bad)).toHaveLength(1);
    expect(await rows(`SELECT workflow_id FROM outbox`)).toEqual([
      { workflow_id: `webhook/${webhook.id}/invoice/${bad}` },
    ]);
  },
);

test('a slow endpoint gets twenty deliveries and does not delay others', async () => {
  const slow = await startWebhookReceiver();
  try {
    // Below the timeout of ten seconds, and well above what a busy machine needs for the others.
    slow.answerWith(() => ({ delayMs: 9_000 }));
    await aWebhook(shop, { url: slow.url, eventTypes: ['InvoiceCreated'] });
    await aWebhook(shop, { url: receiver.url, eventTypes: ['InvoicePaid'] });
    for (let count = 0; count < 70; count++) await appendMessages(shop, { invoiceID: newId() });
    for (let count = 0; count < 10; count++)
      await appendMessages(shop, { invoiceID: newId(), eventTypes: ['InvoicePaid'] });
    start();
    await receiver.until((all) => all.length === 10, 8_000);
    await slow.until((all) => all.length === 20);
    await sleep(300);
    expect(slow.deliveries).toHaveLength(20);
    slow.answerWith(() => ({}));
    await slow.until((all) => all.length === 70);
  } finally {
    await slow.close();
  }
});

/** Accepts connections and never responds. */
async function aSilentServer(): Promise<{ server: Server; url: string }> {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { server, url: `http://127.0.0.1:${port}/webhook` };
}

/** Measures the delay from transaction to receipt in milliseconds, ascending. */
async function readDelays(number: number): Promise<number[]> {
  const delays: number[] = [];
  for (let count = 0; count < number; count++) {
    const seen = receiver.deliveries.length;
    await appendMessages(shop, { invoiceID: newId() });
    const began = performance.now();
    while (receiver.deliveries.length === seen) await sleep(1);
    delays.push(performance.now() - began);
  }
  return delays.toSorted((a, b) => a - b);
}

test('twenty endpoints of one party without response do not delay messages of other parties', async () => {
  await aWebhook(shop, { url: receiver.url });
  const other = await anotherShop(shop, { webhookLimit: 20 });
  const silent = await Promise.all(Array.from({ length: 20 }, aSilentServer));
  for (const { url } of silent) await aWebhook(other, { url });
  start();
  await readDelays(20);
  for (let count = 0; count < 100; count++) await appendMessages(other, { invoiceID: newId() });
  const first = await readDelays(50);
  // The first deliveries have timed out, and others have their slots.
  await sleep(11_000);
  const after = [...first, ...(await readDelays(100))].toSorted((a, b) => a - b);
  for (const { server } of silent) server.close();
  expect(after[Math.floor(after.length / 2)]).toBeLessThan(1_000);
  // A pause of the machine delays one or two; starved slots would delay five by eight seconds.
  expect(after.at(-3)).toBeLessThan(5_000);
});

test('stopping during a delivery releases the queue, and the message is sent again', async () => {
  const webhook = await aWebhook(shop, { url: receiver.url });
  // Stopping waits two seconds; without a release the lease would hold the queue for thirty.
  receiver.answerNext({ delayMs: 9_000 });
  const stop = start();
  await appendMessages(shop, { invoiceID: newId() });
  await receiver.until((all) => all.length === 1);
  const stoppedAt = Date.now();
  await stop();
  expect(Date.now() - stoppedAt).toBeLessThan(8_000);
  start();
  await receiver.until((all) => all.filter(({ answered }) => answered === 200).length >= 1, 20_000);
  await untilRows('SELECT subject FROM webhook_queues', []);
  expect(await listAttempts(shop.store.database, { webhookID: webhook.id, limit: 5 })).toMatchObject([{ number: 1 }]);
});

test.each([
  ['', 'deleted_at = now()'],
  [' that was paused', `deleted_at = now(), paused_at = now(), pause_reason = 'test'`],
])('a queue of a deleted webhook%s is discarded', async (_, change) => {
  const webhook = await aWebhook(shop, { url: receiver.url });
  await appendMessages(shop, { invoiceID: newId() });
  await rows(`UPDATE webhooks SET ${change} WHERE id = '${webhook.id}'`);
  start();
  await untilRows('SELECT status, discard_reason FROM webhook_deliveries', [
    { status: 'discarded', discard_reason: 'webhookDeleted' },
  ]);
  expect(receiver.deliveries).toEqual([]);
});
