import { randomUUID } from 'node:crypto';
import { newId } from '../store/id';
import { leaseQueues, type LeasedQueue, type WaitingMessage } from '../store/delivery/webhook/queue.lease';
import { appendMessages, aShopStore, aWebhook, noLimits, type ShopStore } from '../tests/harness/factories/webhook';
import { recordInBatches } from './record-in-batches';

let shop: ShopStore;
beforeEach(async () => {
  shop = await aShopStore();
  await aWebhook(shop, { url: 'https://shop.example' });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await shop.store.database.close();
});

async function lease(limit: number): Promise<LeasedQueue[]> {
  return leaseQueues(shop.store.database, { limit, token: randomUUID(), limits: noLimits() });
}

function delivered(queue: LeasedQueue) {
  const message = queue.head as WaitingMessage;
  const attempt = { startedAt: new Date(), durationMs: 1, status: 200, error: null, answer: null };
  return { queue, message, attempt };
}

const statuses = (): Promise<object[]> =>
  shop.store.database.search('SELECT status, count(*)::integer FROM webhook_deliveries GROUP BY 1 ORDER BY 1', []);

test('concurrent deliveries are recorded by one statement for each hundred', async () => {
  for (let count = 0; count < 101; count++) await appendMessages(shop, { invoiceID: newId() });
  const queues = await lease(200);
  expect(queues).toHaveLength(101);
  const record = recordInBatches(shop.store.database);
  const run = jest.spyOn(shop.store.database, 'run');
  const results = await Promise.all(queues.map((queue) => record(delivered(queue))));
  const names = run.mock.calls.map(([{ name }]) => name).filter((name) => name.startsWith('delivery-record'));
  expect(names).toEqual(['delivery-record-many', 'delivery-record-one']);
  expect(results.every(({ kind }) => kind === 'empty')).toBe(true);
  expect(await statuses()).toEqual([{ status: 'delivered', count: 101 }]);
});

test('each of a batch has the result of its own queue', async () => {
  const [long, short] = [newId(), newId()];
  await appendMessages(shop, { invoiceID: long, eventTypes: ['InvoiceCreated', 'InvoicePaid'] });
  for (const invoiceID of [short, newId()]) await appendMessages(shop, { invoiceID });
  const queues = await lease(3);
  const isOf = (id: string) => (queue: LeasedQueue) => queue.subject === `invoice/${id}`;
  const record = recordInBatches(shop.store.database);
  const results = await Promise.all(
    queues.map((queue) => {
      const isLost = !isOf(long)(queue) && !isOf(short)(queue);
      return record(delivered(isLost ? { ...queue, token: 'of another owner' } : queue));
    }),
  );
  expect(results[queues.findIndex(isOf(long))]).toMatchObject({ kind: 'more', next: { attemptCount: 0 } });
  expect(results[queues.findIndex(isOf(short))]).toEqual({ kind: 'empty' });
  expect(results.filter(({ kind }) => kind === 'lost')).toHaveLength(1);
  expect(await statuses()).toEqual([
    { status: 'delivered', count: 2 },
    { status: 'pending', count: 2 },
  ]);
});

test('an error of the database fails every delivery of the batch and no later one', async () => {
  for (let count = 0; count < 2; count++) await appendMessages(shop, { invoiceID: newId() });
  const queues = await lease(2);
  const record = recordInBatches(shop.store.database);
  await shop.store.database.search('ALTER TABLE webhook_attempts RENAME TO away', []);
  const outcomes = await Promise.allSettled(queues.map((queue) => record(delivered(queue))));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await shop.store.database.search('ALTER TABLE away RENAME TO webhook_attempts', []);
  expect(await Promise.all(queues.map((queue) => record(delivered(queue))))).toEqual([
    { kind: 'empty' },
    { kind: 'empty' },
  ]);
});
