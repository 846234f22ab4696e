import {
  appendMessages,
  aShopStore,
  aWebhook,
  noLimits,
  type ShopStore,
} from '../../../tests/harness/factories/webhook';
import { asOperator } from '../../platform/audit/origin';
import { listAdministrativeActions } from '../../platform/audit/audit-log.actions';
import { statement } from '../../postgres/database';
import { newId } from '../../id';
import { recordDelivered, type QueueAttempt } from './attempt.record';
import { discardNow, retryNow } from './operator-actions';
import { recordFailedDelivery, recoverLostQueues } from './escalate';
import { pauseWebhook, resumeWebhook } from './pause';
import { findHead, leaseQueues, leaseDueQueues, leaseRetryingQueue, type LeasedQueue } from './queue.lease';
import { readQueueStatus } from './queue.status';
import { rebalanceEndpoint } from './queue-ownership';
import type { WebhookRow } from './webhook.table';

let shop: ShopStore;
let webhook: WebhookRow;
let statementCount = 0;

beforeEach(async () => {
  shop = await aShopStore();
  const store = asOperator(shop.store, { operation: 'test', requestID: 'r', paymentID: null }, 'operator/tester');
  shop = { ...shop, store };
  webhook = await aWebhook(shop, { url: 'https://shop.example/hook' });
});
afterEach(() => shop.store.database.close());

async function rows<Row = Record<string, unknown>>(text: string): Promise<Row[]> {
  return shop.store.database.run<Row>(statement(`test-${statementCount++}`, text), []);
}

const attempt = (status: number): QueueAttempt => ({
  startedAt: new Date(),
  durationMs: 12,
  status,
  error: null,
  answer: null,
});

async function lease(): Promise<LeasedQueue[]> {
  return leaseQueues(shop.store.database, { limit: 100, token: newId(), limits: noLimits() });
}

async function refuse(queue: LeasedQueue, given: { firstAttemptAt?: Date; maxWorkflows?: number } = {}) {
  if (!queue.head) throw new Error('nothing waits');
  const { firstAttemptAt = new Date(), maxWorkflows = 50 } = given;
  const refused = { queue, message: queue.head, attempt: attempt(500), firstAttemptAt, retryAt: new Date() };
  return recordFailedDelivery(shop.store, refused, maxWorkflows);
}

async function append(count: number, eventTypes = ['InvoiceCreated']): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  for (const invoiceID of ids) await appendMessages(shop, { invoiceID, eventTypes });
  return ids.map((id) => `invoice/${id}`);
}

const pause = async () => pauseWebhook(shop.store, { webhookID: webhook.id, reason: 'they asked for it' });
const states = async () =>
  (await rows<{ state: string }>('SELECT state FROM webhook_queues')).map(({ state }) => state);
const commands = async () =>
  (await rows<{ id: string }>('DELETE FROM outbox RETURNING workflow_id AS id')).map(({ id }) => id).sort();

test('a paused webhook gets nothing, and all waiting messages in order when it is resumed', async () => {
  const [subject = ''] = await append(1);
  await pause();
  await appendMessages(shop, { invoiceID: subject.slice('invoice/'.length), eventTypes: ['InvoicePaid'] });
  expect(await lease()).toEqual([]);
  await resumeWebhook(shop.store, webhook.id);
  const [queue] = await lease();
  if (!queue?.head) throw new Error('nothing waits');
  const [recorded] = await recordDelivered(shop.store.database, [
    { queue, message: queue.head, attempt: attempt(200) },
  ]);
  expect(recorded).toMatchObject({ kind: 'more', next: { eventID: 2n } });
  const actions = await listAdministrativeActions(shop.store.database, { limit: 10 });
  expect(actions.map(({ caller, subjectID, reason }) => [caller, subjectID, reason])).toEqual([
    ['operator/tester', webhook.id, null],
    ['operator/tester', webhook.id, 'they asked for it'],
    ['operator/tester', webhook.id, null],
  ]);
});

test('a pause between two messages stops their queue', async () => {
  await append(1, ['InvoiceCreated', 'InvoicePaid']);
  const [queue] = await lease();
  if (!queue?.head) throw new Error('nothing waits');
  await pause();
  const [recorded] = await recordDelivered(shop.store.database, [
    { queue, message: queue.head, attempt: attempt(200) },
  ]);
  expect(recorded).toEqual({ kind: 'more', next: undefined });
  expect(await findHead(shop.store.database, queue)).toBeUndefined();
});

test('a pause notifies retrying workflows, and failures during the pause start none', async () => {
  const [subject = ''] = await append(1);
  const [queue] = await lease();
  if (!queue) throw new Error('nothing waits');
  await refuse(queue);
  await append(1);
  const [underWay] = await lease();
  if (!underWay) throw new Error('nothing waits');
  await commands();
  await pause();
  const ref = { webhookID: webhook.id, subject };
  expect(await commands()).toEqual([`webhook/${webhook.id}/${subject}`]);
  expect(
    await leaseRetryingQueue(shop.store.database, ref, { owner: newId(), attempt: 1, now: new Date() }),
  ).toBeUndefined();
  expect(await readQueueStatus(shop.store.database, ref)).toEqual({ kind: 'gone', isPaused: true });
  expect(await refuse(underWay)).toBe(true);
  await rows(`UPDATE webhook_queues SET retry_at = now() - interval '1 day', leased_until = NULL`);
  expect(await recoverLostQueues(shop.store)).toBe(0);
  expect(await commands()).toEqual([]);
  expect((await states()).sort()).toEqual(['ready', 'retrying']);
  await expect(retryNow(shop.store, { webhookID: webhook.id })).rejects.toMatchObject({ code: 'invalidRequest' });
});

test('a pause stops the batches of a dead endpoint; after a resume its subjects start again', async () => {
  await append(5);
  const day = new Date(Date.now() - 24 * 60 * 60 * 1_000);
  for (const queue of await lease()) await refuse(queue, { firstAttemptAt: day, maxWorkflows: 2 });
  expect((await states()).sort()).toEqual(['batched', 'batched', 'batched', 'retrying', 'retrying']);
  await pause();
  const now = new Date(Date.now() + 60_000);
  expect(await leaseDueQueues(shop.store.database, { webhookID: webhook.id, now, limit: 9, token: 't' })).toEqual([]);
  const settle = async () => rebalanceEndpoint(shop.store, { webhookID: webhook.id, now, maxWorkflows: 2 });
  expect(await settle()).toEqual({ kind: 'gone', isPaused: true });
  await resumeWebhook(shop.store, webhook.id);
  expect(new Set(await states())).toEqual(new Set(['ready']));
  const queues = await lease();
  // A day has passed since the first attempt; none of it counts, or one failure would end the retries.
  expect(queues.map(({ head }) => head?.firstAttemptAt)).toEqual(Array(5).fill(null));
  for (const queue of queues) await refuse(queue, { maxWorkflows: 2 });
  expect(await settle()).toMatchObject({ kind: 'waiting', snapshot: { subjectCount: 5 } });
});

test('concurrent failures and pauses leave a paused webhook without workflows', async () => {
  await append(20);
  const queues = await lease();
  await Promise.all([...queues.slice(0, 10).map(async (queue) => refuse(queue)), pause()]);
  await Promise.all(queues.slice(10).map(async (queue) => refuse(queue)));
  const reported = new Set(await commands());
  const retrying = await rows<{ subject: string }>(`SELECT subject FROM webhook_queues WHERE state = 'retrying'`);
  // Each workflow from before the pause is notified; none starts after it.
  for (const { subject } of retrying) expect(reported).toContain(`webhook/${webhook.id}/${subject}`);
  expect(retrying.length).toBeLessThanOrEqual(10);
  await resumeWebhook(shop.store, webhook.id);
  expect(new Set(await states())).toEqual(new Set(['ready']));
});

test('a retry moves failing queues and notifies their workflow; a discard drops waiting messages', async () => {
  const subjects = await append(3);
  for (const queue of await lease()) await refuse(queue, { maxWorkflows: 2 });
  await commands();
  expect(await retryNow(shop.store, { webhookID: webhook.id })).toEqual({ subjectCount: 3 });
  expect(await commands()).toHaveLength(3);
  expect((await states()).sort()).toEqual(['batched', 'ready', 'ready']);
  const due = { webhookID: webhook.id, now: new Date(Date.now() + 1_000), limit: 5, token: newId() };
  expect(await leaseDueQueues(shop.store.database, due)).toHaveLength(1);

  const discard = async (subject?: string) =>
    discardNow(shop.store, { webhookID: webhook.id, subject, reason: 'gone' });
  // Only failing queues are discarded, unless the webhook is paused.
  expect(await discard()).toEqual({ discardedCount: 1 });
  await pause();
  const [ready] = await rows<{ subject: string }>('SELECT subject FROM webhook_queues WHERE last_event_id > 0 LIMIT 1');
  expect(await discard(ready?.subject)).toEqual({ discardedCount: 1 });
  expect(await discard()).toEqual({ discardedCount: 1 });
  expect(subjects).toHaveLength(3);
  expect(await rows('SELECT DISTINCT discard_reason AS why FROM webhook_deliveries')).toEqual([{ why: 'operator' }]);
});

test('an unknown webhook cannot be paused or resumed, and resuming is idempotent', async () => {
  const notFound = { code: 'notFound' };
  await expect(pauseWebhook(shop.store, { webhookID: 'none', reason: 'x' })).rejects.toMatchObject(notFound);
  await expect(resumeWebhook(shop.store, 'none')).rejects.toMatchObject(notFound);
  await expect(discardNow(shop.store, { webhookID: 'none', reason: 'x' })).rejects.toMatchObject(notFound);
  await append(1);
  for (const queue of await lease()) await refuse(queue);
  await resumeWebhook(shop.store, webhook.id);
  expect(await states()).toEqual(['retrying']);
});
