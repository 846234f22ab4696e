import {
  anotherShop,
  appendMessages,
  aShopStore,
  aWebhook,
  noLimits,
  type ShopStore,
} from '../../../tests/harness/factories/webhook';
import { statement } from '../../postgres/database';
import { newId } from '../../id';
import { attemptPlace, listAttempts } from './attempt.queries';
import { recordDelivered, type QueueAttempt } from './attempt.record';
import { recordFailedDelivery } from './escalate';
import { discardQueue } from './discard';
import { leaseQueues, releaseQueues, type LeasedQueue } from './queue.lease';
import { readQueueStatus } from './queue.status';
import { feedReplays } from './replay.feed';
import { countReplay, orderReplay } from './replay.order';
import { cancelReplay, readReplay } from './replay.queries';
import type { WebhookRow } from './webhook.table';
import { deleteWebhook } from './webhook.transitions';

let shop: ShopStore;
let webhook: WebhookRow;
let statementCount = 0;

beforeEach(async () => {
  shop = await aShopStore();
  webhook = await aWebhook(shop, { url: 'https://shop.example/hook' });
});
afterEach(() => shop.store.database.close());

const attempt = (status: number): QueueAttempt => ({
  startedAt: new Date(),
  durationMs: 12,
  status,
  error: null,
  answer: null,
});

async function rows<Row = Record<string, unknown>>(text: string): Promise<Row[]> {
  return shop.store.database.run<Row>(statement(`test-${statementCount++}`, text), []);
}

async function lease(): Promise<LeasedQueue[]> {
  return leaseQueues(shop.store.database, { limit: 100, token: newId(), limits: noLimits() });
}

/** Delivers all waiting messages. @returns the events in the order of delivery, with their subjects */
async function deliverAll(queues?: LeasedQueue[]): Promise<{ eventID: bigint; subject: string; isReplay: boolean }[]> {
  const sent: { eventID: bigint; subject: string; isReplay: boolean }[] = [];
  for (const queue of queues ?? (await lease())) {
    let message = queue.head;
    while (message) {
      sent.push({ eventID: message.eventID, subject: queue.subject, isReplay: message.replayID !== null });
      const [recorded] = await recordDelivered(shop.store.database, [{ queue, message, attempt: attempt(200) }]);
      message = recorded?.kind === 'more' ? recorded.next : undefined;
    }
  }
  return sent;
}

async function refuse(queue: LeasedQueue | undefined): Promise<void> {
  if (!queue?.head) throw new Error('nothing waits');
  const refused = {
    queue,
    message: queue.head,
    attempt: attempt(500),
    firstAttemptAt: new Date(),
    retryAt: new Date(),
  };
  await recordFailedDelivery(shop.store, refused, 50);
}

const totals = ({ subjectCount, messageCount }: { subjectCount: number; messageCount: number }) => [
  subjectCount,
  messageCount,
];

test('replayed messages precede waiting ones in order, marked, with a new retry period', async () => {
  const invoiceID = newId();
  await appendMessages(shop, { invoiceID, eventTypes: ['InvoiceCreated', 'InvoicePaid'] });
  const ref = { webhookID: webhook.id, subject: `invoice/${invoiceID}` };
  const [first] = await lease();
  await refuse(first);
  await discardQueue(shop.store, ref, 'operator');
  await appendMessages(shop, { invoiceID, eventTypes: ['InvoicePaid'] });
  const late = await lease();
  const { replayID, ...counts } = await orderReplay(shop.store, { webhookID: webhook.id });
  expect(totals(counts)).toEqual([1, 2]);
  expect(await feedReplays(shop.store)).toBe(1);
  // The lease is revoked: the delivery is not recorded, and no other owner starts before the release.
  await deliverAll(late);
  expect(await lease()).toEqual([]);
  await releaseQueues(shop.store.database, late);
  const queues = await lease();
  expect(queues[0]?.head).toMatchObject({ attemptCount: 1, firstAttemptAt: null });
  expect((await deliverAll(queues)).map(({ eventID, isReplay }) => [eventID, isReplay])).toEqual([
    [1n, true],
    [2n, true],
    [3n, false],
  ]);
  expect(await rows('SELECT * FROM webhook_queues')).toEqual([]);
  const attempts = await listAttempts(shop.store.database, { ...ref, limit: 10 });
  expect(attempts.map((each) => [each.eventID, each.number, each.status, each.replayID])).toEqual([
    [3n, 1, 200, null],
    [2n, 1, 200, replayID],
    [1n, 2, 200, replayID],
    [1n, 1, 500, null],
  ]);
});

test('orders with one id at once and later send the messages once', async () => {
  const invoiceID = newId();
  await appendMessages(shop, { invoiceID, eventTypes: ['InvoiceCreated', 'InvoicePaid'] });
  await deliverAll(await lease());
  const order = async () => orderReplay(shop.store, { webhookID: webhook.id, replayID: 'one-dialog' });
  const [first, second] = await Promise.all([order(), order()]);
  expect([first, second, await order()]).toEqual(Array(3).fill(expect.objectContaining({ replayID: 'one-dialog' })));
  expect([first, second].map((each) => each && totals(each))).toEqual([
    [1, 2],
    [1, 2],
  ]);
  expect(await rows('SELECT id FROM webhook_replays')).toEqual([{ id: 'one-dialog' }]);
});

test('a replay is limited to its range and notifies the workflow of a failing queue', async () => {
  const [one, other] = [newId(), newId()];
  await appendMessages(shop, { invoiceID: one, eventTypes: ['InvoiceCreated', 'InvoicePaid'] });
  await appendMessages(shop, { invoiceID: other });
  const [queue, second] = await lease();
  if (!queue?.head || !second) throw new Error('two queues should wait');
  const [first] = await recordDelivered(shop.store.database, [{ queue, message: queue.head, attempt: attempt(200) }]);
  if (first?.kind !== 'more') throw new Error('the first queue should have more');
  await refuse({ ...queue, head: first.next });
  await deliverAll([second]);
  await rows('DELETE FROM outbox');
  const request = { webhookID: webhook.id, fromEventID: 1n, toEventID: 2n };
  expect(totals(await orderReplay(shop.store, request))).toEqual([1, 1]);
  expect(await feedReplays(shop.store)).toBe(1);
  expect(await readQueueStatus(shop.store.database, { webhookID: webhook.id, subject: `invoice/${one}` })).toEqual({
    kind: 'due',
  });
  expect(await rows(`SELECT command ->> 'kind' AS kind FROM outbox`)).toEqual([{ kind: 'signal' }]);
});

test('a dry run counts an hour of some event types, of one webhook or of a party', async () => {
  const second = await aWebhook(shop, { url: 'https://second.example/hook', eventTypes: ['InvoicePaid'] });
  const foreign = await anotherShop(shop);
  await aWebhook(foreign, { url: 'https://other.example/hook' });
  for (const at of ['09:59:59', '10:00:00', '10:59:59.999', '11:00:00']) {
    await appendMessages(shop, { invoiceID: newId(), eventTypes: ['InvoiceCreated', 'InvoicePaid'] });
    await rows(`UPDATE webhook_events SET occurred_at = '2026-03-01T${at}Z' WHERE occurred_at > '2026-04-01'`);
  }
  await appendMessages(foreign, { invoiceID: newId() });
  await deliverAll();
  const hour = { fromTime: new Date('2026-03-01T10:00:00Z'), toTime: new Date('2026-03-01T11:00:00Z') };
  const { partyID } = shop;
  expect(totals(await countReplay(shop.store, { webhookID: webhook.id, ...hour }))).toEqual([2, 4]);
  expect(await countReplay(shop.store, { partyID, ...hour, eventTypes: ['InvoicePaid'] })).toEqual({
    replayID: null,
    subjectCount: 4,
    messageCount: 4,
    webhooks: [webhook.id, second.id].sort().map((webhookID) => ({ webhookID, subjectCount: 2, messageCount: 2 })),
  });
  expect(await rows('SELECT id FROM webhook_replays')).toEqual([]);
  expect(await feedReplays(shop.store)).toBe(0);
  await orderReplay(shop.store, { partyID, ...hour, eventTypes: ['InvoicePaid'] });
  expect(await feedReplays(shop.store)).toBe(4);
  expect((await deliverAll()).map(({ eventID }) => eventID).sort()).toEqual([4n, 4n, 6n, 6n]);
});

test('several workers queue few subjects at a time, each once; those of a dead endpoint stay planned', async () => {
  const subjects = Array.from({ length: 20 }, () => newId());
  for (const invoiceID of subjects) {
    await appendMessages(shop, { invoiceID, eventTypes: ['InvoiceCreated', 'InvoicePaid'] });
  }
  await deliverAll();
  const { replayID } = await orderReplay(shop.store, { webhookID: webhook.id });
  const fed = await Promise.all([feedReplays(shop.store), feedReplays(shop.store), feedReplays(shop.store)]);
  expect(fed.reduce((sum, each) => sum + each)).toBe(8);
  for (const queue of await lease()) await refuse(queue);
  expect(await feedReplays(shop.store)).toBe(0);
  expect(await readReplay(shop.store, replayID ?? '')).toMatchObject([{ plannedCount: 12, underWayCount: 8 }]);
  await rows(`UPDATE webhook_queues SET state = 'ready'`);
  const sent: Awaited<ReturnType<typeof deliverAll>> = [];
  do sent.push(...(await deliverAll()));
  while ((await feedReplays(shop.store)) > 0);
  expect(sent).toHaveLength(40);
  expect([...new Set(sent.map(({ subject }) => subject))]).toEqual(subjects.map((id) => `invoice/${id}`));
  for (const id of subjects) {
    const [first, second] = sent.filter(({ subject }) => subject === `invoice/${id}`);
    expect(Number(first?.eventID)).toBe(Number(second?.eventID) - 1);
  }
  await feedReplays(shop.store);
  expect(await rows('SELECT finished_at IS NOT NULL AS is FROM webhook_replays')).toEqual([{ is: true }]);
});

test('a replay ordered twice sends delivered messages twice and waiting ones once', async () => {
  await appendMessages(shop, { invoiceID: newId() });
  await deliverAll();
  expect(totals(await orderReplay(shop.store, { webhookID: webhook.id }))).toEqual([1, 1]);
  expect(totals(await orderReplay(shop.store, { webhookID: webhook.id }))).toEqual([1, 1]);
  // Both replays select it; queued twice, it is sent once.
  await feedReplays(shop.store);
  expect(await orderReplay(shop.store, { webhookID: webhook.id })).toMatchObject({ replayID: null, messageCount: 0 });
  expect(await deliverAll()).toHaveLength(1);
});

test('cancelling a replay, or deleting its paused webhook, drops its plan', async () => {
  const other = await aWebhook(shop, { url: 'https://second.example/hook' });
  for (let count = 0; count < 10; count++) await appendMessages(shop, { invoiceID: newId() });
  await deliverAll();
  const [one, two] = [
    await orderReplay(shop.store, { webhookID: webhook.id }),
    await orderReplay(shop.store, { webhookID: other.id }),
  ];
  await rows(`UPDATE webhooks SET paused_at = now(), pause_reason = 'test' WHERE id = '${other.id}'`);
  await deleteWebhook(shop.store, { webhookID: other.id, partyID: shop.partyID });
  await feedReplays(shop.store);
  expect(await readReplay(shop.store, two.replayID ?? '')).toMatchObject([{ plannedCount: 0, isCancelled: true }]);
  expect(await cancelReplay(shop.store, one.replayID ?? '')).toMatchObject([{ plannedCount: 0, underWayCount: 8 }]);
  expect(await deliverAll()).toHaveLength(8);
  expect(await feedReplays(shop.store)).toBe(0);
  const left = await rows(`SELECT DISTINCT status FROM webhook_deliveries`);
  expect(left).toEqual([{ status: 'delivered' }]);
});

test('a replay of an unknown webhook, another party or an empty range is refused', async () => {
  const foreign = await anotherShop(shop);
  const { store } = shop;
  const notFound = { code: 'notFound' };
  await expect(orderReplay(store, { webhookID: 'nobody' })).rejects.toMatchObject(notFound);
  await expect(orderReplay(store, { partyID: 'nobody' })).rejects.toMatchObject(notFound);
  await expect(orderReplay(store, { webhookID: webhook.id, partyID: foreign.partyID })).rejects.toMatchObject(notFound);
  await expect(readReplay(store, 'none')).rejects.toMatchObject(notFound);
  const invalid = { code: 'invalidRequest' };
  const range = { fromTime: new Date('2026-03-02T00:00:00Z'), toTime: new Date('2026-03-01T00:00:00Z') };
  await expect(countReplay(store, { webhookID: webhook.id, ...range })).rejects.toMatchObject(invalid);
  const ids = { webhookID: webhook.id, fromEventID: 2n, toEventID: 1n };
  await expect(orderReplay(store, ids)).rejects.toMatchObject(invalid);
});

test('attempts are listed in pages, the newest first', async () => {
  for (let count = 0; count < 5; count++) await appendMessages(shop, { invoiceID: newId() });
  await deliverAll();
  const page = async (after?: string) => listAttempts(shop.store.database, { webhookID: webhook.id, limit: 2, after });
  const seen: bigint[] = [];
  let after: string | undefined;
  do {
    const attempts = await page(after);
    seen.push(...attempts.map(({ eventID }) => eventID));
    const last = attempts.at(-1);
    after = attempts.length === 2 && last ? attemptPlace(last) : undefined;
  } while (after !== undefined);
  expect(seen).toEqual([5n, 4n, 3n, 2n, 1n]);
  await expect(page('1; DROP')).rejects.toMatchObject({ code: 'badToken' });
});
