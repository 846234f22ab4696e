import { ApplicationFailure } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { newId } from '../../../store/id';
import { recordFailedDelivery } from '../../../store/delivery/webhook/escalate';
import { leaseQueues } from '../../../store/delivery/webhook/queue.lease';
import { listAttempts } from '../../../store/delivery/webhook/attempt.queries';
import { startWebhookReceiver, type WebhookReceiver } from '../../../tests/harness/webhook-receiver';
import {
  appendMessages,
  anotherShop,
  noLimits,
  aShopStore,
  aWebhook,
  type ShopStore,
} from '../../../tests/harness/factories/webhook';
import type { WebhookActivities } from '../../../workflows/delivery/webhook/delivery.contract';
import type { EndpointActivities } from '../../../workflows/delivery/webhook/endpoint.contract';
import { createWebhookActivities } from './webhook.activities';

let shop: ShopStore;
let receiver: WebhookReceiver;
let activities: WebhookActivities & EndpointActivities;

beforeEach(async () => {
  [shop, receiver] = await Promise.all([aShopStore(), startWebhookReceiver()]);
  activities = createWebhookActivities({ store: shop.store, allowedNetworks: ['127.0.0.0/8'], maxWorkflows: 50 });
});
afterEach(async () => {
  await receiver.close();
  await shop.store.database.close();
});

/** Creates failing queues as the dispatcher leaves them. */
async function failingQueues(owner: ShopStore, number: number, workflows = 50, dueInMs = 0) {
  for (let count = 0; count < number; count++) await appendMessages(owner, { invoiceID: newId() });
  const queues = await leaseQueues(shop.store.database, { limit: number, token: 'test', limits: noLimits() });
  const startedAt = new Date();
  const attempt = { startedAt, durationMs: 1, status: 500, error: null, answer: null };
  for (const [index, queue] of queues.entries()) {
    if (!queue.head) throw new Error('the queue is empty');
    const retryAt = new Date(startedAt.getTime() + dueInMs - index);
    await recordFailedDelivery(
      shop.store,
      { queue, message: queue.head, attempt, firstAttemptAt: startedAt, retryAt },
      workflows,
    );
  }
  return queues.map(({ webhookID, subject }) => ({ webhookID, subject }));
}

const deliver = (queue: { webhookID: string; subject: string }) =>
  new MockActivityEnvironment().run(() => activities.deliverQueue(queue));

test('hanging retries of one party leave slots to another at the same host, and retries without a slot are delayed', async () => {
  const webhook = await aWebhook(shop, { url: receiver.url });
  const other = await anotherShop(shop);
  const queues = await failingQueues(shop, 30);
  await aWebhook(other, { url: receiver.url });
  const [others] = await failingQueues(other, 1);
  if (!others) throw new Error('there is no failing queue');
  receiver.answerWith(() => ({ delayMs: 5_000 }));
  const running = queues.map((queue) => deliver(queue).catch((error: unknown) => error));
  await receiver.until((all) => all.length === 20);
  receiver.answerWith(() => ({}));
  expect(await deliver(others)).toEqual({ kind: 'gone' });
  const results = await Promise.all(running);
  const refused = results.filter((result) => result instanceof ApplicationFailure);
  expect(results.filter((result) => !(result instanceof Error))).toHaveLength(20);
  expect(refused.map(({ type }) => type)).toEqual(Array.from({ length: 10 }, () => 'NoRoom'));
  const delays = refused.map(({ nextRetryDelay }) => Number(nextRetryDelay)).toSorted((a, b) => a - b);
  expect(delays[0]).toBeGreaterThanOrEqual(2_000);
  expect(delays[9]).toBeGreaterThanOrEqual(2_000 + 9 * 160 - 1_000);
  // Delayed retries were not attempted, since waiting for a connection would count as a timeout.
  const attempts = await listAttempts(shop.store.database, { webhookID: webhook.id, limit: 1_000 });
  expect(attempts.filter(({ number }) => number > 1)).toHaveLength(20);
});

test('a client of Temporal sends no message before it is due', async () => {
  const webhook = await aWebhook(shop, { url: receiver.url });
  const [own] = await failingQueues(shop, 1, 50, 60_000);
  const [batched] = await failingQueues(shop, 1, 0, 60_000);
  if (!own || !batched) throw new Error('there is no failing queue');
  expect(await deliver(own)).toMatchObject({ kind: 'retrying', snapshot: { attemptCount: 1 } });
  const run = <Result>(work: () => Promise<Result>) => new MockActivityEnvironment().run(work);
  expect(await run(() => activities.attemptSubject(batched))).toBeNull();
  expect(await run(() => activities.makeDue({ webhookID: webhook.id }))).toBe(0);
  expect(await run(() => activities.attemptDue({ webhookID: webhook.id }))).toMatchObject({ attemptCount: 0 });
  expect(receiver.deliveries).toEqual([]);
});

test('a forged step does not take over the lease of an attempt', async () => {
  await aWebhook(shop, { url: receiver.url });
  const [queue] = await failingQueues(shop, 1);
  if (!queue) throw new Error('there is no failing queue');
  receiver.answerNext({ delayMs: 2_000 });
  const running = deliver(queue);
  await receiver.until((all) => all.length === 1);
  const forged = new MockActivityEnvironment({ activityId: 'forged' });
  expect(await forged.run(() => activities.deliverQueue(queue))).toMatchObject({ kind: 'retrying' });
  expect(await running).toEqual({ kind: 'gone' });
  expect(receiver.deliveries).toHaveLength(1);
});

const attemptDue = (webhookID: string) => new MockActivityEnvironment().run(() => activities.attemptDue({ webhookID }));

test('a dead endpoint is probed sequentially, longest due first', async () => {
  const webhook = await aWebhook(shop, { url: receiver.url });
  const queues = await failingQueues(shop, 30, 0);
  receiver.answerWith(() => ({ status: 503 }));
  const began = performance.now();
  expect(await attemptDue(webhook.id)).toMatchObject({
    attemptCount: 30,
    deliveredCount: 0,
    status: { kind: 'waiting' },
  });
  expect(performance.now() - began).toBeGreaterThanOrEqual(29 * 50 - 5);
  const arrived = receiver.deliveries.map((taken) => `invoice/${taken.json<{ invoice: { id: string } }>().invoice.id}`);
  // Attempts fifty milliseconds apart may overtake each other on a slow machine.
  const places = queues.map(({ subject }, index) => Math.abs(arrived.indexOf(subject) - (29 - index)));
  expect(Math.max(...places)).toBeLessThan(6);
});

test('a batch runs up to sixteen deliveries at once, in order for each subject', async () => {
  const webhook = await aWebhook(shop, { url: receiver.url });
  await failingQueues(shop, 40, 0);
  receiver.answerWith(() => ({ delayMs: 9_000 }));
  const running = attemptDue(webhook.id);
  await receiver.until((all) => all.length === 16);
  receiver.answerWith(() => ({}));
  expect(await running).toEqual({ attemptCount: 40, deliveredCount: 40, status: { kind: 'gone' } });
  expect(receiver.deliveries.slice(0, 16).filter(({ answered }) => answered === 200)).toHaveLength(16);
});

test('a retry interrupted by a worker shutdown does not count and is repeated', async () => {
  const webhook = await aWebhook(shop, { url: receiver.url });
  const [queue] = await failingQueues(shop, 1);
  if (!queue) throw new Error('there is no failing queue');
  receiver.answerNext({ delayMs: 9_000 });
  const environment = new MockActivityEnvironment();
  const running = environment.run(() => activities.deliverQueue(queue));
  await receiver.until((all) => all.length === 1);
  environment.cancel('WORKER_SHUTDOWN');
  await expect(running).rejects.toThrow();
  expect(await deliver(queue)).toEqual({ kind: 'gone' });
  const attempts = await listAttempts(shop.store.database, { webhookID: webhook.id, limit: 10 });
  expect(attempts.map(({ status }) => status)).toEqual([200, 500]);
});
