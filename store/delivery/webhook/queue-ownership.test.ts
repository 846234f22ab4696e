import {
  anotherShop,
  appendMessages,
  aShopStore,
  aWebhook,
  noLimits,
  type ShopStore,
} from '../../../tests/harness/factories/webhook';
import { ARRIVAL_TIMEOUT_MS } from '../../../tests/harness/timeouts';
import { statement } from '../../postgres/database';
import { newId } from '../../id';
import { leaseCommands } from '../../platform/outbox/outbox.lease';
import { RECOVERABLE } from '../../operators/recovery/recoverable-entities';
import { recordDelivered, type QueueAttempt } from './attempt.record';
import { recordFailedDelivery } from './escalate';
import { leaseQueues, releaseQueues, leaseDueQueues, leaseRetryingQueue, type LeasedQueue } from './queue.lease';
import { discardNow, retryNow } from './operator-actions';
import { readQueueStatus } from './queue.status';
import { feedReplays } from './replay.feed';
import { orderReplay } from './replay.order';
import { rebalanceEndpoint } from './queue-ownership';
import type { WebhookRow } from './webhook.table';
import { deleteWebhook } from './webhook.transitions';

const MINUTE_MS = 60_000;
const SOME = 4;

let shop: ShopStore;
let webhook: WebhookRow;
let statementCount = 0;

beforeEach(async () => {
  shop = await aShopStore();
  webhook = await aWebhook(shop, { url: 'https://shop.example/hook?token=secret' });
});
afterEach(() => shop.store.database.close());

async function rows<Row = Record<string, unknown>>(text: string): Promise<Row[]> {
  return shop.store.database.run<Row>(statement(`test-${statementCount++}`, text), []);
}

const attempt = (given: Partial<QueueAttempt> = {}): QueueAttempt => ({
  ...{ startedAt: new Date(), durationMs: 1, status: 500, error: null, answer: null },
  ...given,
});

/** Records a failure of the first message of a leased queue. */
async function refuse(queue: LeasedQueue, retryAt: Date | null, maxWorkflows = SOME): Promise<boolean> {
  if (!queue.head) throw new Error('nothing waits');
  const firstAttemptAt = queue.head.firstAttemptAt ?? new Date();
  return recordFailedDelivery(
    shop.store,
    { queue, message: queue.head, attempt: attempt(), firstAttemptAt, retryAt },
    maxWorkflows,
  );
}

/** Leases one batched queue, which becomes the longest due. */
async function leaseBatched(subject: string): Promise<LeasedQueue | undefined> {
  await rows(`UPDATE webhook_queues SET retry_at = '2020-01-01' WHERE state = 'batched' AND subject = '${subject}'`);
  const given = { webhookID: webhook.id, now: new Date(), limit: 1, token: newId() };
  return (await leaseDueQueues(shop.store.database, given))[0];
}

const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * MINUTE_MS);

/** Appends and fails the first message of so many subjects; returns the subjects. */
async function inTrouble(number: number, of = shop, retryAt = inMinutes(1), maxWorkflows = SOME): Promise<string[]> {
  const subjects: string[] = [];
  for (let count = 0; count < number; count++) {
    const invoiceID = newId();
    await appendMessages(of, { invoiceID });
    const [queue] = await leaseQueues(shop.store.database, { limit: 1, token: newId(), limits: noLimits() });
    if (!queue) throw new Error('nothing was leased');
    await refuse(queue, retryAt, maxWorkflows);
    subjects.push(`invoice/${invoiceID}`);
  }
  return subjects;
}

/** Removes and returns the commands in the outbox. */
async function commands(): Promise<string[]> {
  const request = { lane: 'background', limit: 1_000, seconds: 60, token: 'test' } as const;
  const { commands: leased } = await leaseCommands(shop.store.database, request);
  await rows('DELETE FROM outbox');
  return leased.map(({ command }) => `${command.kind} ${command.workflowID}`);
}

const settle = (given: { maxWorkflows?: number; now?: Date } = {}) =>
  rebalanceEndpoint(shop.store, { webhookID: webhook.id, now: new Date(), maxWorkflows: SOME, ...given });

const states = async (): Promise<unknown[]> =>
  (await rows<{ state: string }>('SELECT state FROM webhook_queues ORDER BY state')).map(({ state }) => state);

test('failing subjects have a workflow each up to the limit; the next one starts the workflow of the endpoint', async () => {
  const own = await inTrouble(SOME);
  expect(await commands()).toEqual(own.map((subject) => `signalWithStart webhook/${webhook.id}/${subject}`));
  await inTrouble(1);
  expect(await commands()).toEqual([`signalWithStart webhook/${webhook.id}`]);
  await inTrouble(3, shop, inMinutes(2));
  expect(await commands()).toEqual([]);
  expect(await states()).toEqual([...Array<string>(4).fill('batched'), ...Array<string>(4).fill('retrying')]);
});

test('a subject that is due first notifies the workflow of the endpoint', async () => {
  await inTrouble(SOME + 1, shop, inMinutes(60));
  await commands();
  await inTrouble(1, shop, inMinutes(1));
  expect(await commands()).toEqual([`signalWithStart webhook/${webhook.id}`]);
});

test('the endpoint takes over queues of workflows and notifies them in the same transaction', async () => {
  const own = await inTrouble(SOME, shop, inMinutes(3));
  const other = await anotherShop(shop);
  const others = await aWebhook(other, { url: 'https://other.example/hook' });
  await inTrouble(1, other);
  const [last] = await inTrouble(1, shop, inMinutes(2));
  await commands();
  const status = await settle({ now: inMinutes(2.5) });
  expect(status).toMatchObject({
    kind: 'waiting',
    snapshot: { host: 'shop.example', partyID: shop.partyID, subjectCount: SOME + 1, dueCount: 1 },
  });
  expect(JSON.stringify(status)).not.toContain('secret');
  expect((await commands()).sort()).toEqual(own.map((subject) => `signal webhook/${webhook.id}/${subject}`).sort());
  const queues = await rows('SELECT DISTINCT webhook_id AS webhook, state FROM webhook_queues ORDER BY state');
  expect(queues).toEqual([
    { webhook: webhook.id, state: 'batched' },
    { webhook: others.id, state: 'retrying' },
  ]);
  const ref = { webhookID: webhook.id, subject: own[0] ?? '' };
  expect(await readQueueStatus(shop.store.database, ref)).toEqual({ kind: 'gone', isBatched: true });
  expect(
    await leaseRetryingQueue(shop.store.database, ref, { owner: 'late', attempt: 1, now: new Date() }),
  ).toBeUndefined();
  expect(await readQueueStatus(shop.store.database, { webhookID: webhook.id, subject: last ?? '' })).toMatchObject({
    isBatched: true,
  });
});

test('an attempt that started before the takeover counts and is not repeated concurrently', async () => {
  const [subject] = await inTrouble(SOME + 1);
  const ref = { webhookID: webhook.id, subject: subject ?? '' };
  const begun = await leaseRetryingQueue(shop.store.database, ref, { owner: 'own', attempt: 1, now: inMinutes(5) });
  await settle();
  const due = { webhookID: webhook.id, now: inMinutes(5), limit: 10 };
  expect(await leaseDueQueues(shop.store.database, { ...due, token: 'batch' })).toHaveLength(SOME);
  expect(await refuse(begun as LeasedQueue, inMinutes(2))).toBe(true);
  const [again] = await leaseDueQueues(shop.store.database, { ...due, token: 'batch' });
  expect(again).toMatchObject({ subject, head: { attemptCount: 2 } });
});

test('the longest due queue is leased first, and none before it is due', async () => {
  const late = await inTrouble(SOME + 1, shop, inMinutes(-1));
  const [later] = await inTrouble(1, shop, inMinutes(-2));
  const [notDue] = await inTrouble(1, shop, inMinutes(1));
  await settle();
  const given = { webhookID: webhook.id, now: new Date(), token: newId() };
  const [first] = await leaseDueQueues(shop.store.database, { ...given, limit: 1 });
  expect(first?.subject).toBe(later);
  const rest = await leaseDueQueues(shop.store.database, { ...given, limit: 100 });
  expect(rest.map(({ subject }) => subject).sort()).toEqual([...late].sort());
  expect(await retryNow(shop.store, { webhookID: webhook.id, subject: notDue })).toEqual({ subjectCount: 1 });
  const again = { ...given, now: new Date() };
  expect(await leaseDueQueues(shop.store.database, { ...again, limit: 100 })).toMatchObject([{ subject: notDue }]);
});

test('few failing subjects get workflows of their own again, except one with an attempt in progress', async () => {
  const all = await inTrouble(SOME + 1);
  await settle();
  await commands();
  const held = await leaseBatched(all[0] ?? '');
  const discard = async (subject = '') => {
    await discardNow(shop.store, { webhookID: webhook.id, subject, reason: 'a test' });
    await commands();
  };
  for (const subject of all.slice(3)) await discard(subject);
  expect(await settle()).toMatchObject({ kind: 'waiting', snapshot: { subjectCount: 3 } });
  await discard(all[2]);
  expect(await settle()).toMatchObject({ kind: 'waiting', snapshot: { subjectCount: 1 } });
  expect(await commands()).toEqual([`signalWithStart webhook/${webhook.id}/${all[1]}`]);
  await refuse(held as LeasedQueue, inMinutes(5));
  expect(await settle()).toEqual({ kind: 'gone' });
  expect(await commands()).toEqual([`signalWithStart webhook/${webhook.id}/${all[0]}`]);
  expect(await states()).toEqual(['retrying', 'retrying']);
});

test('a failed last attempt is recorded and ends only its subject', async () => {
  const all = await inTrouble(SOME + 2);
  await settle();
  const [queue] = await leaseDueQueues(shop.store.database, {
    webhookID: webhook.id,
    now: inMinutes(5),
    limit: 1,
    token: 't',
  });
  await appendMessages(shop, {
    invoiceID: (queue?.subject ?? '').slice('invoice/'.length),
    eventTypes: ['InvoicePaid'],
  });
  expect(await refuse(queue as LeasedQueue, null)).toBe(true);
  expect(
    await rows(
      `SELECT d.subject, d.discard_reason, d.attempt_count FROM webhook_deliveries d WHERE status = 'discarded' ORDER BY event_id`,
    ),
  ).toEqual([
    { subject: queue?.subject, discard_reason: 'retriesEnded', attempt_count: 2 },
    { subject: queue?.subject, discard_reason: 'retriesEnded', attempt_count: 0 },
  ]);
  expect(await rows('SELECT subject FROM webhook_queues')).toHaveLength(all.length - 1);
});

test('a replay to a failing endpoint is due after its attempt in progress and notifies the workflow once', async () => {
  const all = await inTrouble(SOME + 2);
  await settle();
  const due = { webhookID: webhook.id, now: inMinutes(0.5), limit: 100, token: newId() };
  const taken: LeasedQueue[] = [];
  for (const subject of all.slice(0, 2)) {
    const queue = await leaseBatched(subject);
    await appendMessages(shop, { invoiceID: subject.slice('invoice/'.length) });
    if (!queue?.head) throw new Error('nothing waits');
    await recordDelivered(shop.store.database, [{ queue, message: queue.head, attempt: attempt({ status: 200 }) }]);
    taken.push(queue);
  }
  expect(await leaseDueQueues(shop.store.database, due)).toEqual([]);
  await commands();
  expect(await orderReplay(shop.store, { webhookID: webhook.id })).toMatchObject({ subjectCount: 2, messageCount: 2 });
  expect(await feedReplays(shop.store)).toBe(2);
  expect(await commands()).toEqual([`signal webhook/${webhook.id}`]);
  expect(await leaseDueQueues(shop.store.database, due)).toEqual([]);
  await releaseQueues(shop.store.database, taken);
  const again = await leaseDueQueues(shop.store.database, due);
  expect(again.map(({ subject }) => subject).sort()).toEqual(all.slice(0, 2).sort());
});

test('deleting a webhook discards its messages and notifies its workflow once', async () => {
  const other = await anotherShop(shop);
  await aWebhook(other, { url: 'https://other.example/hook' });
  await inTrouble(SOME + 2, other);
  await inTrouble(SOME + 2);
  await settle();
  await commands();
  await deleteWebhook(shop.store, { webhookID: webhook.id, partyID: shop.partyID });
  expect(await commands()).toEqual([`signal webhook/${webhook.id}`]);
  expect(await settle()).toEqual({ kind: 'gone' });
  expect(await states()).toHaveLength(SOME + 2);
  expect(
    await rows(`SELECT DISTINCT discard_reason, webhook_id FROM webhook_deliveries WHERE status = 'discarded'`),
  ).toEqual([{ discard_reason: 'webhookDeleted', webhook_id: webhook.id }]);
});

test('an endpoint with overdue attempts must have a live workflow', async () => {
  const endpoints = RECOVERABLE.find(({ kind }) => kind === 'endpoint');
  const open = async (): Promise<string[]> =>
    ((await endpoints?.page(shop.store.database, null, 10)) ?? []).map(({ start }) => start.workflowID);
  await inTrouble(SOME + 1);
  await settle();
  expect(await open()).toEqual([]);
  await rows(`UPDATE webhook_queues SET retry_at = now() - interval '1 minute'`);
  expect(await open()).toEqual([`webhook/${webhook.id}`]);
  expect(endpoints?.parseKey(`webhook/${webhook.id}`)).toEqual([webhook.id]);
  expect(endpoints?.parseKey(`webhook/${webhook.id}/invoice/1`)).toBeUndefined();
});

test('the workflow of an endpoint does not end while a subject joins it', async () => {
  const { database } = shop.store;
  const [last] = await inTrouble(1, shop, inMinutes(1), 0);
  const invoiceID = newId();
  await appendMessages(shop, { invoiceID });
  const [joining] = await leaseQueues(database, { limit: 1, token: newId(), limits: noLimits() });
  await commands();
  const waiting = async (number: number): Promise<void> => {
    const text = `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; Date.now() < end;) {
      const [row] = await rows<{ count: number }>(text);
      if (row?.count === number) return;
    }
    throw new Error(`not ${number} wait for a lock`);
  };
  const lock = statement('test-lock', 'SELECT FROM webhook_queues WHERE subject = $1 FOR UPDATE');
  let joined: Promise<boolean> | undefined;
  let looked: ReturnType<typeof settle> | undefined;
  await database.transaction(async (tx) => {
    // Blocks the failure after it has read the due time of the endpoint.
    await database.run(lock, [`invoice/${invoiceID}`], tx);
    joined = refuse(joining as LeasedQueue, inMinutes(2), 0);
    await waiting(1);
    const queue = await leaseBatched(last ?? '');
    if (!queue?.head) throw new Error('nothing waits');
    await recordDelivered(database, [{ queue, message: queue.head, attempt: attempt({ status: 200 }) }]);
    looked = settle({ maxWorkflows: 0 });
    await Promise.race([looked, waiting(2)]);
  });
  expect(await joined).toBe(true);
  expect(await commands()).toEqual([]);
  expect(await looked).toMatchObject({ kind: 'waiting', snapshot: { subjectCount: 1 } });
});
