import { randomUUID } from 'node:crypto';
import { newId } from '../store/id';
import { recordDelivered } from '../store/webhook/attempt.record';
import { discardNow } from '../store/webhook/operator-actions';
import { leaseQueues, releaseQueues, type LeasedQueue, type WaitingMessage } from '../store/webhook/queue.lease';
import { pauseWebhook } from '../store/webhook/pause';
import { feedReplays } from '../store/webhook/replay.feed';
import { orderReplay } from '../store/webhook/replay.order';
import { aShopStore, aWebhook, appendMessages, noLimits, type ShopStore } from '../testing/factories/webhook';
import { drain, type Driver } from './deliver';

/*
 * How a queue is drained, with an endpoint that is a function: what passes over the network has tests of its own.
 */

let shop: ShopStore;
let webhookID: string;
let invoiceID: string;
/** The events that the endpoint was asked to take, in the order of their arrival. */
let asked: bigint[];

beforeEach(async () => {
  shop = await aShopStore();
  webhookID = (await aWebhook(shop, { url: 'https://shop.example/hook' })).id;
  invoiceID = newId();
  asked = [];
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

/** Answers each message by what `answer` gives for its place: a status, or what is thrown. */
function aDriver(answer: (place: number) => number | Error | Promise<number> = () => 200): Driver {
  let isUnderWay = false;
  const send = async (_: LeasedQueue, { eventID }: WaitingMessage) => {
    if (isUnderWay) throw new Error('two messages of one subject at a time');
    isUnderWay = true;
    asked.push(eventID);
    const status = await answer(asked.length);
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

const goesOn = () => true;
const sql = (text: string) => shop.store.database.search<any>(text, []);

async function statuses(): Promise<string[]> {
  const rows = await sql('SELECT status, attempt_count AS n FROM webhook_deliveries ORDER BY event_id');
  return rows.map(({ status, n }) => `${status} ${n}`);
}

const times = (count: number, what: string) => Array.from({ length: count }, () => what);

test('a long queue costs a few statements for twenty messages, which are sent one at a time and in order', async () => {
  const queue = await leased(205);
  const run = jest.spyOn(shop.store.database, 'run');
  const drained = await drain(aDriver(), queue, goesOn);
  const statementCount = run.mock.calls.length;
  expect(drained).toEqual({ takenCount: 205, last: 'empty' });
  // Twenty-five, where no run is cut short because a second has passed.
  expect(statementCount).toBeLessThan(60);
  expect(asked).toEqual([...asked].sort((one, other) => (one < other ? -1 : 1)));
  expect(new Set(asked).size).toBe(205);
  expect(await statuses()).toEqual(times(205, 'delivered 1'));
  expect(await sql('SELECT count(*)::integer AS count FROM webhook_attempts')).toEqual([{ count: 205 }]);
  expect(await sql('SELECT subject FROM webhook_queues')).toEqual([]);
});

test('a short queue costs one statement a message', async () => {
  const queue = await leased(4);
  const run = jest.spyOn(shop.store.database, 'run');
  await drain(aDriver(), queue, goesOn);
  // The wake-up of those that were appended may come late, and is not of the queue.
  expect(run.mock.calls.filter(([{ name }]) => /^(delivery|queue)-/.test(name))).toHaveLength(4);
});

test('a message that is refused in the middle is the next to be attempted, and all before it are recorded', async () => {
  const queue = await leased(60);
  const drained = await drain(
    aDriver((place) => (place === 33 ? 500 : 200)),
    queue,
    goesOn,
  );
  expect(drained).toEqual({ takenCount: 32, last: 'refused' });
  expect(asked).toHaveLength(33);
  expect(await statuses()).toEqual([...times(32, 'delivered 1'), 'pending 1', ...times(27, 'pending 0')]);
  expect(await sql('SELECT state, lease_token AS token FROM webhook_queues')).toEqual([
    { state: 'retrying', token: null },
  ]);
});

test('what an exchange that was cut off left behind it is recorded', async () => {
  const queue = await leased(30);
  const cut = new Error('cut off');
  await expect(
    drain(
      aDriver((place) => (place === 12 ? cut : 200)),
      queue,
      goesOn,
    ),
  ).rejects.toBe(cut);
  expect(await statuses()).toEqual([...times(11, 'delivered 1'), ...times(19, 'pending 0')]);
});

test('who has lost the lease records nothing and stops: all of it is sent again, in order', async () => {
  const queue = await leased(30);
  const takeAway = async (place: number) => {
    if (place === 9) await sql(`UPDATE webhook_queues SET lease_token = NULL, leased_until = NULL`);
    return 200;
  };
  const drained = await drain(aDriver(takeAway), queue, goesOn);
  expect(drained).toEqual({ takenCount: 5, last: 'lost' });
  const again = await drain(aDriver(), await lease(), goesOn);
  expect(again).toEqual({ takenCount: 25, last: 'empty' });
  expect(await statuses()).toEqual(times(30, 'delivered 1'));
});

test('what is sent again waits for whoever is sending in the middle of a long queue, and then begins with the first', async () => {
  await drain(aDriver(), await leased(6), goesOn);
  const [first = 0n, ...others] = asked;
  const queue = await leased(30);
  const leasedMeanwhile: LeasedQueue[] = [];
  const sendAgain = async (place: number) => {
    if (place === 15) {
      await orderReplay(shop.store, { webhookID, toEventID: others.at(-1) });
      expect(await feedReplays(shop.store)).toBe(1);
    }
    leasedMeanwhile.push(...(await leaseQueues(shop.store.database, { limit: 1, token: 'other', limits: noLimits() })));
    return 200;
  };
  expect(await drain(aDriver(sendAgain), queue, goesOn)).toEqual({ takenCount: 5, last: 'lost' });
  expect(leasedMeanwhile).toEqual([]);
  await releaseQueues(shop.store.database, [queue]);
  asked = [];
  expect(await drain(aDriver(), await lease(), goesOn)).toEqual({ takenCount: 31, last: 'empty' });
  expect(asked.slice(0, 6)).toEqual([first, ...others]);
  expect(asked).toEqual([...asked].sort((one, other) => (one < other ? -1 : 1)));
});

test('what happens after all was discarded waits for whoever is sending in the middle of a long queue', async () => {
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
  expect(await drain(aDriver(discard), queue, goesOn)).toEqual({ takenCount: 5, last: 'lost' });
  expect(leasedMeanwhile).toEqual([]);
  const sentBefore = asked.length;
  await releaseQueues(shop.store.database, [queue]);
  expect(await drain(aDriver(), await lease(), goesOn)).toEqual({ takenCount: 1, last: 'empty' });
  expect(asked.slice(sentBefore)).toEqual([31n]);
  expect(await sql('SELECT subject FROM webhook_queues')).toEqual([]);
});

test.each(['whoever sent gives it back', 'his lease is over'])(
  'nothing is left of a discarded queue when %s',
  async (when) => {
    const queue = await leased(3);
    await sql(`UPDATE webhook_queues SET state = 'batched', retry_at = now()`);
    await discardNow(shop.store, { webhookID, reason: 'closed' });
    if (when === 'his lease is over') await sql(`UPDATE webhook_queues SET leased_until = now() - interval '1 second'`);
    await releaseQueues(shop.store.database, [when === 'his lease is over' ? await lease() : queue]);
    expect(await sql('SELECT subject FROM webhook_queues')).toEqual([]);
  },
);

test.each([
  { place: 5, max: 5 },
  { place: 10, max: 25 },
])('a webhook that is paused while message $place is sent hears at most $most', async ({ place: paused, max }) => {
  const queue = await leased(100);
  const pause = async (place: number) => {
    if (place === paused) await pauseWebhook(shop.store, { webhookID, reason: 'they move' });
    return 200;
  };
  const drained = await drain(aDriver(pause), queue, goesOn);
  expect(drained.last).toBe('more');
  expect(asked.length).toBeLessThanOrEqual(max);
  expect(await statuses()).toEqual([...times(asked.length, 'delivered 1'), ...times(100 - asked.length, 'pending 0')]);
});

test('what comes while the last is sent is sent too', async () => {
  const queue = await leased(8);
  const more = async (place: number) => {
    if (place === 8) await appendMessages(shop, { invoiceID });
    return 200;
  };
  expect(await drain(aDriver(more), queue, goesOn)).toEqual({ takenCount: 9, last: 'empty' });
});

test('who is told to stop does, with all that was taken recorded', async () => {
  const queue = await leased(40);
  const drained = await drain(aDriver(), queue, () => asked.length < 17);
  expect(drained).toEqual({ takenCount: 17, last: 'more' });
  expect(await statuses()).toEqual([...times(17, 'delivered 1'), ...times(23, 'pending 0')]);
});
