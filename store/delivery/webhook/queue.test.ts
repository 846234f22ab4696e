import {
  appendMessages,
  anotherShop,
  noLimits,
  aShopStore,
  aWebhook,
  type ShopStore,
} from '../../../tests/harness/factories/webhook';
import { Database, statement } from '../../postgres/database';
import { newId } from '../../id';
import { leaseCommands } from '../../platform/outbox/outbox.lease';
import type { Store } from '../../store';
import { recordDelivered, type QueueAttempt, type DeliveredMessage } from './attempt.record';
import { discardQueue } from './discard';
import { recordFailedDelivery, recoverLostQueues } from './escalate';
import {
  findHead,
  leaseQueues,
  releaseQueues,
  leaseRetryingQueue,
  type LeasedQueue,
  type LeaseLimits,
} from './queue.lease';
import { readQueueStatus } from './queue.status';
import { listAttempts } from './attempt.queries';
import type { WebhookRow } from './webhook.table';

let shop: ShopStore;
let webhook: WebhookRow;
let statementCount = 0;

beforeEach(async () => {
  shop = await aShopStore();
  webhook = await aWebhook(shop, { url: 'https://shop.example/hook?token=secret' });
});
afterEach(() => shop.store.database.close());

const attempt = (given: Partial<QueueAttempt> = {}): QueueAttempt => ({
  startedAt: new Date(),
  durationMs: 12,
  status: 200,
  error: null,
  answer: null,
  ...given,
});

async function rows<Row = Record<string, unknown>>(text: string): Promise<Row[]> {
  return shop.store.database.run<Row>(statement(`test-${statementCount++}`, text), []);
}

async function lease(limit = 10, given: Partial<LeaseLimits> = {}): Promise<LeasedQueue[]> {
  return leaseQueues(shop.store.database, { limit, token: newId(), limits: { ...noLimits(), ...given } });
}

async function leaseOne(): Promise<LeasedQueue> {
  const [queue] = await lease(1);
  if (!queue) throw new Error('nothing to lease');
  return queue;
}

function getHead(queue: LeasedQueue): DeliveredMessage {
  if (!queue.head) throw new Error('the queue has no head');
  return { queue, message: queue.head, attempt: attempt() };
}

async function deliver(queue: LeasedQueue) {
  const [recorded] = await recordDelivered(shop.store.database, [getHead(queue)]);
  return recorded;
}

async function refuse(
  queue: LeasedQueue,
  given: { firstAttemptAt?: Date; retryAt?: Date | null } = {},
  { database }: Pick<Store, 'database'> = shop.store,
) {
  const refused = { ...getHead(queue), attempt: attempt({ status: 500, answer: 'no' }) };
  const firstAttemptAt = given.firstAttemptAt ?? refused.attempt.startedAt;
  return recordFailedDelivery(
    { ...shop.store, database },
    { ...refused, firstAttemptAt, retryAt: given.retryAt ?? new Date() },
    50,
  );
}

test('messages have the published form and leave their queue in the order of their transactions', async () => {
  const invoiceID = newId();
  await appendMessages(shop, { invoiceID, eventTypes: ['InvoiceCreated', 'PaymentStarted', 'InvoicePaid'] });
  await appendMessages(shop, { invoiceID, eventTypes: ['InvoicePaid'], content: { invoice: { status: 'paid' } } });
  const queue = await leaseOne();
  const seen: unknown[] = [];
  let message = queue.head;
  while (message) {
    seen.push(JSON.parse(message.body));
    const [recorded] = await recordDelivered(shop.store.database, [{ queue, message, attempt: attempt() }]);
    message = recorded?.kind === 'more' ? recorded.next : undefined;
  }
  expect(seen).toMatchObject([
    { eventID: 1, eventType: 'InvoiceCreated', topic: 'InvoicesTopic', invoice: { product: 'Чай' } },
    { eventID: 2, eventType: 'InvoicePaid' },
    { eventID: 3, eventType: 'InvoicePaid', invoice: { status: 'paid' } },
  ]);
  expect(await rows('SELECT * FROM webhook_queues')).toEqual([]);
  expect(await rows('SELECT DISTINCT status, attempt_count FROM webhook_deliveries')).toEqual([
    { status: 'delivered', attempt_count: 1 },
  ]);
});

test('a leased queue cannot be leased again before its release', async () => {
  await appendMessages(shop, { invoiceID: newId() });
  const queue = await leaseOne();
  expect(await lease()).toEqual([]);
  await releaseQueues(shop.store.database, [queue]);
  expect(await lease()).toHaveLength(1);
});

test('queues of excluded webhooks are not leased', async () => {
  await appendMessages(shop, { invoiceID: newId() });
  expect(await lease(10, { exceptWebhooks: [webhook.id] })).toEqual([]);
});

test('a lease takes turns of parties and webhooks, however long their queues are', async () => {
  const other = await anotherShop(shop);
  const [second, others] = await Promise.all([
    aWebhook(shop, { url: 'https://second.example/hook' }),
    aWebhook(other, { url: 'https://other.example/hook' }),
  ]);
  await rows(`
    WITH event AS (
      INSERT INTO webhook_events (id, topic, event_type, subject, occurred_at, body)
      SELECT n, 'InvoicesTopic', 'InvoiceCreated', 'invoice/' || n, now(), '{}' FROM generate_series(1, 10000) n RETURNING id
    ), queue AS (
      INSERT INTO webhook_queues (webhook_id, subject, last_event_id)
      SELECT '${webhook.id}', 'invoice/' || id, id FROM event
    )
    INSERT INTO webhook_deliveries (webhook_id, subject, event_id) SELECT '${webhook.id}', 'invoice/' || id, id FROM event`);
  await rows(`UPDATE webhook_queues SET webhook_id = '${second.id}' WHERE subject = 'invoice/9999'`);
  await rows(`UPDATE webhook_queues SET webhook_id = '${others.id}' WHERE subject = 'invoice/10000'`);
  const times: number[] = [];
  for (let count = 0; count < 5; count++) {
    const began = performance.now();
    const again = await lease(4);
    times.push(performance.now() - began);
    await releaseQueues(shop.store.database, again);
  }
  expect(times.toSorted((a, b) => a - b)[2]).toBeLessThan(2_000);
  const leased = await lease(4);
  const formatName = ({ webhookID, subject }: LeasedQueue): string[] => [webhookID, subject];
  expect(leased.map(formatName)).toEqual([
    [webhook.id, 'invoice/1'],
    [webhook.id, 'invoice/2'],
    [second.id, 'invoice/9999'],
    [others.id, 'invoice/10000'],
  ]);
  expect(leased.map(({ partyID }) => partyID)).toEqual([shop, shop, shop, other].map(({ partyID }) => partyID));
  expect(await lease(64)).toHaveLength(64);
  expect(await lease(64, { perParty: new Map([[shop.partyID, 3]]) })).toHaveLength(3);
  const [first, ...rest] = await Promise.all([lease(64), lease(64), lease(64)]);
  const all = [first, ...rest].flatMap((some) => some?.map(({ subject }) => subject) ?? []);
  expect(new Set(all).size).toBe(all.length);
});

test.each([
  ['after a vacuum of none', 'VACUUM ANALYZE webhook_queues'],
  ['before anything was counted', 'SELECT 1'],
])('ten thousand new queues are not scanned by a plan that was made %s', async (_when, counting) => {
  const waiting = 10_000;
  const settings = { plan_cache_mode: 'force_generic_plan' };
  const database = new Database({ url: shop.databaseUrl, poolSize: 1, settings });
  const leaseMany = () => leaseQueues(database, { limit: 64, token: newId(), limits: noLimits() });
  /** Runs each statement that finds a leased queue. */
  const useAll = async ([one, other, single, refused, ...rest]: LeasedQueue[]) => {
    if (!one || !other || !single || !refused) throw new Error('too few queues');
    const results = [
      ...(await recordDelivered(database, [getHead(one), getHead(other)])),
      ...(await recordDelivered(database, [getHead(single)])),
      await refuse(refused, {}, { database }),
    ];
    await releaseQueues(database, rest);
    return results;
  };
  /** Counts the rows of queues that were read. */
  const seen = async (): Promise<number> => {
    await database.search('SELECT pg_stat_force_next_flush()', []);
    const [row] = await database.search<{ seen: number }>(
      `SELECT (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer AS seen
       FROM pg_stat_user_tables WHERE relname = 'webhook_queues'`,
      [],
    );
    return row?.seen ?? NaN;
  };
  for (let number = 0; number < 8; number++) await appendMessages(shop, { invoiceID: newId() });
  const queues = await lease();
  await rows('CREATE TABLE parked AS TABLE webhook_queues');
  await rows('DELETE FROM webhook_queues');
  await rows(counting);
  expect(await leaseMany()).toEqual([]);
  expect(await useAll(queues)).toEqual([{ kind: 'lost' }, { kind: 'lost' }, { kind: 'lost' }, false]);
  await rows(
    'INSERT INTO webhook_queues (webhook_id, subject, last_event_id) SELECT webhook_id, subject, last_event_id FROM parked',
  );
  await rows(`
    INSERT INTO webhook_queues (webhook_id, subject, last_event_id)
    SELECT '${webhook.id}', 'invoice/' || n, n FROM generate_series(1000, 999 + ${waiting}) n`);
  const another = await aWebhook(shop, { url: 'https://another.example/hook' });
  await rows(`
    INSERT INTO webhook_queues (webhook_id, subject, last_event_id, state, retry_at)
    SELECT '${another.id}', 'invoice/' || n, n, 'retrying', now() FROM generate_series(1, ${waiting}) n`);
  const before = await seen();
  const leased = await leaseMany();
  expect(leased).toHaveLength(64);
  expect(await useAll(leased)).toEqual([{ kind: 'empty' }, { kind: 'empty' }, { kind: 'empty' }, true]);
  expect((await seen()) - before).toBeLessThan(waiting);
  await database.close();
});

test('an owner that lost its lease records nothing, and the next owner sends the message again', async () => {
  await appendMessages(shop, { invoiceID: newId() });
  const late = await leaseOne();
  await rows(`UPDATE webhook_queues SET leased_until = now() - interval '1 second'`);
  const current = await leaseOne();
  expect(await deliver(late)).toEqual({ kind: 'lost' });
  expect(await refuse(late)).toBe(false);
  expect(await rows('SELECT * FROM webhook_attempts')).toEqual([]);
  expect(await deliver(current)).toEqual({ kind: 'empty' });
  expect(await listAttempts(shop.store.database, { webhookID: webhook.id, limit: 10 })).toHaveLength(1);
});

test('a message that is added during the last delivery keeps the queue', async () => {
  const invoiceID = newId();
  await appendMessages(shop, { invoiceID });
  const queue = await leaseOne();
  await appendMessages(shop, { invoiceID, eventTypes: ['InvoicePaid'] });
  expect(await deliver(queue)).toMatchObject({ kind: 'more', next: { eventID: 2n } });
  expect(await findHead(shop.store.database, queue)).toMatchObject({ eventID: 2n });
});

test('one statement records many queues, each under its own lease', async () => {
  for (let count = 0; count < 5; count++) await appendMessages(shop, { invoiceID: newId() });
  const queues = await lease();
  await rows(`UPDATE webhook_queues SET lease_token = 'other' WHERE subject = '${queues[2]?.subject}'`);
  const recorded = await recordDelivered(shop.store.database, queues.map(getHead));
  expect(recorded.map(({ kind }) => kind)).toEqual(['empty', 'empty', 'lost', 'empty', 'empty']);
  expect(await rows('SELECT subject FROM webhook_queues')).toEqual([{ subject: queues[2]?.subject }]);
});

test('a batch skips a queue that a transaction is adding to, and loses no message', async () => {
  const [held, free] = [newId(), newId()];
  await appendMessages(shop, { invoiceID: held });
  await appendMessages(shop, { invoiceID: free });
  const queues = await lease();
  const { database } = shop.store;
  let recording: Promise<unknown> | undefined;
  await database.transaction(async (tx) => {
    const lock = statement('test-lock', 'SELECT FROM webhook_queues WHERE subject = $1 FOR UPDATE');
    await database.run(lock, [`invoice/${held}`], tx);
    recording = recordDelivered(database, queues.map(getHead));
    for (let left = await rows('SELECT subject FROM webhook_queues'); left.length > 1;) {
      left = await rows('SELECT subject FROM webhook_queues');
    }
    expect(await rows('SELECT subject FROM webhook_queues')).toEqual([{ subject: `invoice/${held}` }]);
  });
  expect(await recording).toEqual([{ kind: 'empty' }, { kind: 'empty' }]);
});

test('concurrent adding and recording loses no message and leaves no empty queue', async () => {
  const invoiceID = newId();
  let isAppended = false;
  const adding = (async () => {
    for (let count = 0; count < 60; count++) await appendMessages(shop, { invoiceID });
    isAppended = true;
  })();
  const seen: bigint[] = [];
  for (;;) {
    const wasAppended = isAppended;
    const [queue] = await lease(1);
    if (!queue && wasAppended) break;
    let message = queue?.head;
    while (queue && message) {
      seen.push(message.eventID);
      const [recorded] = await recordDelivered(shop.store.database, [{ queue, message, attempt: attempt() }]);
      message = recorded?.kind !== 'more' ? undefined : (recorded.next ?? (await findHead(shop.store.database, queue)));
    }
  }
  await adding;
  expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => BigInt(index + 1)));
  expect(await rows('SELECT * FROM webhook_queues')).toEqual([]);
});

test('a failed delivery passes the queue to its workflow in the same transaction', async () => {
  const invoiceID = newId();
  await appendMessages(shop, { invoiceID });
  expect(await refuse(await leaseOne())).toBe(true);
  expect(await lease()).toEqual([]);
  const request = { lane: 'background', limit: 10, seconds: 1, token: 't' } as const;
  const { commands } = await leaseCommands(shop.store.database, request);
  expect(commands.map(({ command }) => command)).toMatchObject([
    {
      kind: 'signalWithStart',
      workflowID: `webhook/${webhook.id}/invoice/${invoiceID}`,
      workflowType: 'delivery',
      args: [{ webhookID: webhook.id, subject: `invoice/${invoiceID}` }],
      signal: 'queueChanged',
      signalArgs: [],
      searchAttributes: {
        PartyID: shop.partyID,
        ShopID: shop.shopID,
        InvoiceID: invoiceID,
        EntityStatus: 'retrying',
      },
      summary: `Messages about invoice/${invoiceID} to webhook ${webhook.id}`,
    },
  ]);
});

test('a failing queue keeps new messages, and its status has no secrets of the URL', async () => {
  const invoiceID = newId();
  const ref = { webhookID: webhook.id, subject: `invoice/${invoiceID}` };
  await appendMessages(shop, { invoiceID });
  await refuse(await leaseOne());
  await appendMessages(shop, { invoiceID, eventTypes: ['InvoicePaid'] });
  expect(await lease()).toEqual([]);
  const status = await readQueueStatus(shop.store.database, ref);
  expect(status).toMatchObject({
    kind: 'retrying',
    snapshot: { host: 'shop.example', eventID: '1', attemptCount: 1, waitingCount: 2, lastOutcome: 'status 500' },
  });
  expect(JSON.stringify(status)).not.toContain('secret');
  const queue = await leaseRetryingQueue(shop.store.database, ref, { owner: 'workflow', attempt: 1, now: new Date() });
  expect(await deliver(queue as LeasedQueue)).toMatchObject({ kind: 'more', next: { eventID: 2n } });
  expect(await readQueueStatus(shop.store.database, ref)).toEqual({ kind: 'due' });
});

test('a queue that its workflow drained belongs to the dispatcher with the next message', async () => {
  const invoiceID = newId();
  const ref = { webhookID: webhook.id, subject: `invoice/${invoiceID}` };
  await appendMessages(shop, { invoiceID });
  await refuse(await leaseOne());
  await deliver(
    (await leaseRetryingQueue(shop.store.database, ref, {
      owner: 'workflow',
      attempt: 1,
      now: new Date(),
    })) as LeasedQueue,
  );
  expect(await readQueueStatus(shop.store.database, ref)).toEqual({ kind: 'gone' });
  await appendMessages(shop, { invoiceID });
  expect(await leaseOne()).toMatchObject({ head: { eventID: 2n, attemptCount: 0 } });
});

test('a failing queue without attempts gets another workflow, once', async () => {
  await appendMessages(shop, { invoiceID: newId() });
  await refuse(await leaseOne(), { retryAt: new Date(Date.now() - 301_000) });
  expect(await recoverLostQueues(shop.store)).toBe(0);
  await rows('DELETE FROM outbox');
  expect(await recoverLostQueues(shop.store)).toBe(1);
  await rows('DELETE FROM outbox');
  expect(await recoverLostQueues(shop.store)).toBe(0);
});

test('discarding a queue affects no other subject, and later messages are delivered', async () => {
  const [one, other] = [newId(), newId()];
  await appendMessages(shop, { invoiceID: one, eventTypes: ['InvoiceCreated', 'InvoicePaid'] });
  await appendMessages(shop, { invoiceID: other });
  const ref = { webhookID: webhook.id, subject: `invoice/${one}` };
  expect(await discardQueue(shop.store, ref, 'retriesEnded')).toBe(2);
  expect(await discardQueue(shop.store, ref, 'retriesEnded')).toBe(0);
  await appendMessages(shop, { invoiceID: one, eventTypes: ['InvoicePaid'] });
  const heads = (await lease()).map(({ subject, head }) => [subject, head?.eventID]);
  expect(heads).toEqual([
    [`invoice/${other}`, 3n],
    [`invoice/${one}`, 4n],
  ]);
  expect(
    await rows(
      'SELECT event_id, discard_reason FROM webhook_deliveries WHERE discard_reason IS NOT NULL ORDER BY event_id',
    ),
  ).toEqual([
    { event_id: 1n, discard_reason: 'retriesEnded' },
    { event_id: 2n, discard_reason: 'retriesEnded' },
  ]);
});
