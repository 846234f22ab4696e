import { randomUUID } from 'node:crypto';
import { newId } from '../store/id';
import { recordDelivered } from '../store/delivery/webhook/attempt.record';
import { discardNow } from '../store/delivery/webhook/operator-actions';
import {
  leaseQueues,
  releaseQueues,
  type LeasedQueue,
  type WaitingMessage,
} from '../store/delivery/webhook/queue.lease';
import { pauseWebhook } from '../store/delivery/webhook/pause';
import { feedReplays } from '../store/delivery/webhook/replay.feed';
import { orderReplay } from '../store/delivery/webhook/replay.order';
import { aShopStore, aWebhook, appendMessages, noLimits, type ShopStore } from '../tests/harness/factories/webhook';
import { drain, type Driver } from './deliver';

let shop: ShopStore;
let webhookID: string;
let invoiceID: string;
/** The events that the endpoint received, in order. */
let requested: bigint[];

beforeEach(async () => {
  shop = await aShopStore();
  webhookID = (await aWebhook(shop, { url: 'https://shop.example/hook' })).id;
  invoiceID = newId();
  requested = [];
});
afterEach(() => shop.store.database.close());

async function leased(count: number): Promise<LeasedQueue> {
  await appendMessages(shop, { invoiceID, eventTypes: Array.from({ length: count }, () => 'InvoiceCreated') });
  return lease();
}

async function lease(): Promise<LeasedQueue> {
  const [queue] = await leaseQueues(shop.store.database, { limit: 1, token: randomUUID(), limits: noLimits() });
  if (!queue) throw new Error('nothing waits');
  return queue;
}

/** Responds to each message with the status, or the error, that `answer` returns for its position. */
function aDriver(answer: (place: number) => number | Error | Promise<number> = () => 200): Driver {
  let isUnderWay = false;
  const send = async (_: LeasedQueue, { eventID }: WaitingMessage) => {
    if (isUnderWay) throw new Error('two messages of one subject at a time');
    isUnderWay = true;
    requested.push(eventID);
    const status = await answer(requested.length);
    isUnderWay = false;
    if (status instanceof Error) throw status;
    return { startedAt: new Date(), durationMs: 1, status, error: null, answer: null };
  };
  return {
    store: shop.store,
    sender: { send },
    maxWorkflows: 50,
    recordDelivered: async (delivered) => {
      const [recorded] = await recordDelivered(shop.store.database, [delivered]);
      return recorded ?? { kind: 'lost' };
    },
  };
}

const always = () => true;
const sql = (text: string) => shop.store.database.search<any>(text, []);

async function statuses(): Promise<string[]> {
  const rows = await sql('SELECT status, attempt_count AS n FROM webhook_deliveries ORDER BY event_id');
  return rows.map(({ status, n }) => `${status} ${n}`);
}

const times = (count: number, what: string) => Array.from({ length: count }, () => what);

test('a long queue is sent in order, with a few statements for twenty messages', async () => {
  const queue = await leased(205);
  const run = jest.spyOn(shop.store.database, 'run');
  const drained = await drain(aDriver(), queue, always);
  const statementCount = run.mock.calls.length;
  expect(drained).toEqual({ deliveredCount: 205, last: 'empty' });
  // Twenty-five, unless a run ends early after a second.
  expect(statementCount).toBeLessThan(60);
  expect(requested).toEqual([...requested].sort((one, other) => (one < other ? -1 : 1)));
  expect(new Set(requested).size).toBe(205);
  expect(await statuses()).toEqual(times(205, 'delivered 1'));
  expect(await sql('SELECT count(*)::integer AS count FROM webhook_attempts')).toEqual([{ count: 205 }]);
  expect(await sql('SELECT subject FROM webhook_queues')).toEqual([]);
});

test('a short queue costs one statement a message', async () => {
  const queue = await leased(4);
  const run = jest.spyOn(shop.store.database, 'run');
  await drain(aDriver(), queue, always);
  // Leaves out the notification of the append, which may come late.
  expect(run.mock.calls.filter(([{ name }]) => /^(delivery|queue)-/.test(name))).toHaveLength(4);
});

test.each([
  [33, 500],
  [33, 201],
  [6, 299],
  [3, 204],
])('message %i answered with %i stays first in its queue, and all before it are recorded', async (failing, status) => {
  const queue = await leased(60);
  const drained = await drain(
    aDriver((place) => (place === failing ? status : 200)),
    queue,
    always,
  );
  expect(drained).toEqual({ deliveredCount: failing - 1, last: 'refused' });
  expect(requested).toHaveLength(failing);
  expect(await statuses()).toEqual([
    ...times(failing - 1, 'delivered 1'),
    'pending 1',
    ...times(60 - failing, 'pending 0'),
  ]);
  expect(await sql('SELECT state, lease_token AS token FROM webhook_queues')).toEqual([
    { state: 'retrying', token: null },
  ]);
});

test('messages delivered before an aborted one are recorded', async () => {
  const queue = await leased(30);
  const cut = new Error('cut off');
  await expect(
    drain(
      aDriver((place) => (place === 12 ? cut : 200)),
      queue,
      always,
    ),
  ).rejects.toBe(cut);
  expect(await statuses()).toEqual([...times(11, 'delivered 1'), ...times(19, 'pending 0')]);
});

test('a run whose lease is lost records nothing, and its messages are sent again in order', async () => {
  const queue = await leased(30);
  const takeAway = async (place: number) => {
    if (place === 9) await sql(`UPDATE webhook_queues SET lease_token = NULL, leased_until = NULL`);
    return 200;
  };
  const drained = await drain(aDriver(takeAway), queue, always);
  expect(drained).toEqual({ deliveredCount: 5, last: 'lost' });
  const again = await drain(aDriver(), await lease(), always);
  expect(again).toEqual({ deliveredCount: 25, last: 'empty' });
  expect(await statuses()).toEqual(times(30, 'delivered 1'));
});

test('a replay revokes the lease of a queue in progress and starts with the first message after its release', async () => {
  await drain(aDriver(), await leased(6), always);
  const [first = 0n, ...others] = requested;
  const queue = await leased(30);
  const leasedMeanwhile: LeasedQueue[] = [];
  const replay = async (place: number) => {
    if (place === 15) {
      await orderReplay(shop.store, { webhookID, toEventID: others.at(-1) });
      expect(await feedReplays(shop.store)).toBe(1);
    }
    leasedMeanwhile.push(...(await leaseQueues(shop.store.database, { limit: 1, token: 'other', limits: noLimits() })));
    return 200;
  };
  expect(await drain(aDriver(replay), queue, always)).toEqual({ deliveredCount: 5, last: 'lost' });
  expect(leasedMeanwhile).toEqual([]);
  await releaseQueues(shop.store.database, [queue]);
  requested = [];
  expect(await drain(aDriver(), await lease(), always)).toEqual({ deliveredCount: 31, last: 'empty' });
  expect(requested.slice(0, 6)).toEqual([first, ...others]);
  expect(requested).toEqual([...requested].sort((one, other) => (one < other ? -1 : 1)));
});

test('messages added after a discard wait until the queue in progress is released', async () => {
  const queue = await leased(30);
  const leasedMeanwhile: LeasedQueue[] = [];
  const discard = async (place: number) => {
    if (place === 9) {
      await sql(`UPDATE webhook_queues SET state = 'batched', retry_at = now()`);
      expect(await discardNow(shop.store, { webhookID, reason: 'closed' })).toEqual({ discardedCount: 25 });
      await appendMessages(shop, { invoiceID });
    }
    leasedMeanwhile.push(...(await leaseQueues(shop.store.database, { limit: 1, token: 'other', limits: noLimits() })));
    return 200;
  };
  expect(await drain(aDriver(discard), queue, always)).toEqual({ deliveredCount: 5, last: 'lost' });
  expect(leasedMeanwhile).toEqual([]);
  const sentBefore = requested.length;
  await releaseQueues(shop.store.database, [queue]);
  expect(await drain(aDriver(), await lease(), always)).toEqual({ deliveredCount: 1, last: 'empty' });
  expect(requested.slice(sentBefore)).toEqual([31n]);
  expect(await sql('SELECT subject FROM webhook_queues')).toEqual([]);
});

test.each(['its owner releases it', 'its lease expires'])('a discarded queue is deleted when %s', async (when) => {
  const queue = await leased(3);
  await sql(`UPDATE webhook_queues SET state = 'batched', retry_at = now()`);
  await discardNow(shop.store, { webhookID, reason: 'closed' });
  if (when === 'its lease expires') await sql(`UPDATE webhook_queues SET leased_until = now() - interval '1 second'`);
  await releaseQueues(shop.store.database, [when === 'its lease expires' ? await lease() : queue]);
  expect(await sql('SELECT subject FROM webhook_queues')).toEqual([]);
});

test.each([
  { place: 5, max: 5 },
  { place: 10, max: 25 },
])('a webhook that is paused during message $place gets at most $max', async ({ place: paused, max }) => {
  const queue = await leased(100);
  const pause = async (place: number) => {
    if (place === paused) await pauseWebhook(shop.store, { webhookID, reason: 'they move' });
    return 200;
  };
  const drained = await drain(aDriver(pause), queue, always);
  expect(drained.last).toBe('more');
  expect(requested.length).toBeLessThanOrEqual(max);
  expect(await statuses()).toEqual([
    ...times(requested.length, 'delivered 1'),
    ...times(100 - requested.length, 'pending 0'),
  ]);
});

test('a message that is added during the last delivery is sent too', async () => {
  const queue = await leased(8);
  const more = async (place: number) => {
    if (place === 8) await appendMessages(shop, { invoiceID });
    return 200;
  };
  expect(await drain(aDriver(more), queue, always)).toEqual({ deliveredCount: 9, last: 'empty' });
});

test('draining stops on request and records all delivered messages', async () => {
  const queue = await leased(40);
  const drained = await drain(aDriver(), queue, () => requested.length < 17);
  expect(drained).toEqual({ deliveredCount: 17, last: 'more' });
  expect(await statuses()).toEqual([...times(17, 'delivered 1'), ...times(23, 'pending 0')]);
});
