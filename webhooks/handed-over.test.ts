import { randomUUID } from 'node:crypto';
import { createLogger } from '../runtime/logger';
import { newId } from '../store/id';
import { LEASE_SECONDS, leaseQueues, type LeasedQueue } from '../store/delivery/webhook/queue.lease';
import { pauseWebhook } from '../store/delivery/webhook/pause';
import { Database, statement } from '../store/postgres/database';
import { OutcomeUnknown } from '../store/postgres/database-failure';
import { startCuttingProxy } from '../tests/harness/cutting-proxy';
import { appendMessages, aShopStore, aWebhook, noLimits, type ShopStore } from '../tests/harness/factories/webhook';
import { ARRIVAL_TIMEOUT_MS } from '../tests/harness/timeouts';
import { startWebhookReceiver, type WebhookReceiver } from '../tests/harness/webhook-receiver';
import { startWebhookDispatcher } from './dispatcher';

/* Messages of changes in the dispatcher's own process are leased by the commit of their change. */

let shop: ShopStore;
let receiver: WebhookReceiver;

beforeEach(async () => {
  shop = await aShopStore();
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  await receiver.close();
  await shop.store.database.close();
});

const TOKEN = 'h1.token';
const EVENT_TYPES = ['InvoiceCreated', 'InvoicePaid'];

/** Collects what is handed over. */
function collect(): LeasedQueue[] {
  const accepted: LeasedQueue[] = [];
  const accept = (leased: readonly LeasedQueue[]) => void accepted.push(...leased);
  shop.store.wakeUp.deliveries = { newToken: () => TOKEN, accept, abandon: () => undefined };
  return accepted;
}

function start(): { stop: () => Promise<void> } {
  const { store, databaseUrl } = shop;
  const logger = createLogger({ process: 'test', level: 'error' });
  return startWebhookDispatcher({
    ...{ store, databaseUrl, logger, maxWorkflows: 50, newToken: randomUUID },
    allowedNetworks: ['127.0.0.0/8'],
  });
}

async function readQueues(): Promise<unknown[]> {
  const text =
    'SELECT subject, lease_token AS token, leased_until > now() AS "isLeased" FROM webhook_queues ORDER BY last_event_id';
  return shop.store.database.run(statement('test-queues', text), []);
}

test('a new queue is leased with its messages, as a lease would give it', async () => {
  await aWebhook(shop, { url: receiver.url });
  const accepted = collect();
  const invoiceID = newId();
  await appendMessages(shop, { invoiceID, eventTypes: EVENT_TYPES, handsOver: true });
  expect(await readQueues()).toEqual([{ subject: `invoice/${invoiceID}`, token: TOKEN, isLeased: true }]);

  await shop.store.database.run(
    statement('test-free', 'UPDATE webhook_queues SET lease_token = NULL, leased_until = NULL'),
    [],
  );
  const leased = await leaseQueues(shop.store.database, { limit: 9, token: TOKEN, limits: noLimits() });
  expect(leased[0]?.following).toHaveLength(1);
  expect(accepted).toEqual(leased);
});

test('a queue with earlier messages keeps its owner, and a dispatcher is woken', async () => {
  await aWebhook(shop, { url: receiver.url });
  const invoiceID = newId();
  await appendMessages(shop, { invoiceID });
  // Its wake-up is not counted.
  await new Promise((resolve) => void setTimeout(resolve, 50));
  const accepted = collect();
  let woken = 0;
  shop.store.wakeUp.onSend('deliveries', () => woken++);
  await appendMessages(shop, { invoiceID, handsOver: true });
  await new Promise((resolve) => void setTimeout(resolve, 50));
  expect({ accepted, woken, queues: await readQueues() }).toEqual({
    accepted: [],
    woken: 1,
    queues: [{ subject: `invoice/${invoiceID}`, token: null, isLeased: null }],
  });
});

test('a paused webhook gets nothing, another of the shop its message', async () => {
  const paused = await aWebhook(shop, { url: receiver.url });
  const other = await aWebhook(shop, { url: receiver.url });
  await pauseWebhook(shop.store, { webhookID: paused.id, reason: 'test' });
  const accepted = collect();
  await appendMessages(shop, { invoiceID: newId(), handsOver: true });
  expect(accepted.map(({ webhookID }) => webhookID)).toEqual([other.id]);
  expect((await readQueues()).map((row) => (row as { token: string | null }).token).sort()).toEqual([TOKEN, null]);
});

test('messages handed over and leased ones arrive once, in the order of their subject, and a stopped dispatcher takes none', async () => {
  await aWebhook(shop, { url: receiver.url });
  const { stop } = start();
  const invoices = Array.from({ length: 20 }, () => newId());
  for (let round = 0; round < 10; round++) {
    await Promise.all(
      invoices.map((invoiceID, place) =>
        appendMessages(shop, {
          invoiceID,
          content: { invoice: { id: invoiceID }, round },
          handsOver: (place + round) % 3 > 0,
        }),
      ),
    );
  }
  const all = await receiver.until((received) => received.length >= 200);
  const untilEmpty = Date.now() + ARRIVAL_TIMEOUT_MS;
  while ((await readQueues()).length > 0 && Date.now() < untilEmpty)
    await new Promise((resolve) => void setTimeout(resolve, 20));
  const received = all.map((delivery) => delivery.json<{ round: number; invoice: { id: string } }>());
  for (const invoiceID of invoices) {
    const rounds = received.filter(({ invoice }) => invoice.id === invoiceID).map(({ round }) => round);
    expect(rounds).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  }
  expect(await readQueues()).toEqual([]);

  await stop();
  await appendMessages(shop, { invoiceID: newId(), handsOver: true });
  expect(await readQueues()).toMatchObject([{ token: null }]);
});

test('a message whose commit was not answered does not wait for the end of its lease', async () => {
  await aWebhook(shop, { url: receiver.url });
  const { stop } = start();
  const proxy = await startCuttingProxy(shop.databaseUrl);
  const cut = new Database({ url: proxy.url, poolSize: 1 });
  const store = { ...shop.store, database: cut };
  const appended = appendMessages({ ...shop, store }, { invoiceID: newId(), handsOver: true });
  await expect(appended).rejects.toBeInstanceOf(OutcomeUnknown);
  const began = performance.now();
  await receiver.until((received) => received.length === 1);
  expect(performance.now() - began).toBeLessThan(LEASE_SECONDS * 500);
  proxy.close();
  await cut.close();
  await stop();
});
