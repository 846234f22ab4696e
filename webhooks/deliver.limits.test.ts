import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../store/id';
import { recordDelivered } from '../store/delivery/webhook/attempt.record';
import { leaseQueues, type LeasedQueue, type WaitingMessage } from '../store/delivery/webhook/queue.lease';
import { aShopStore, aWebhook, appendMessages, noLimits, type ShopStore } from '../tests/harness/factories/webhook';
import { drain, type Driver } from './deliver';

const HOUR_MS = 3_600_000;

let shop: ShopStore;
let invoiceID: string;
/** The events that the endpoint received, in order, and the signals of their deliveries. */
let sent: { eventID: bigint; stop: AbortSignal | undefined }[];

beforeEach(async () => {
  shop = await aShopStore();
  await aWebhook(shop, { url: 'https://shop.example/hook' });
  invoiceID = newId();
  sent = [];
});
afterEach(() => shop.store.database.close());

async function leased(count: number): Promise<LeasedQueue> {
  await appendMessages(shop, { invoiceID, eventTypes: Array.from({ length: count }, () => 'InvoiceCreated') });
  const [queue] = await leaseQueues(shop.store.database, { limit: 1, token: randomUUID(), limits: noLimits() });
  if (!queue) throw new Error('nothing waits');
  return queue;
}

type Answer = (place: number) => number | Promise<number>;

function aDriver(answer: Answer = () => 200, given: Partial<Driver> & { startedAt?: Date } = {}): Driver {
  const { startedAt = new Date(), ...driver } = given;
  const send = async (_: LeasedQueue, { eventID }: WaitingMessage, stop?: AbortSignal) => {
    sent.push({ eventID, stop });
    return { startedAt, durationMs: 1, status: await answer(sent.length), error: null, answer: null };
  };
  return {
    store: shop.store,
    sender: { send },
    maxWorkflows: 50,
    recordDelivered: async (delivered) => {
      const [recorded] = await recordDelivered(shop.store.database, [delivered]);
      return recorded ?? { kind: 'lost' };
    },
    ...driver,
  };
}

const always = () => true;
const sql = (text: string) => shop.store.database.search<any>(text, []);
const revoke = () => sql('UPDATE webhook_queues SET lease_token = NULL, leased_until = NULL');

async function countDelivered(): Promise<number> {
  const [row] = await sql(`SELECT count(*)::integer AS count FROM webhook_deliveries WHERE status = 'delivered'`);
  return row.count as number;
}

test('nothing is sent from a queue without a visible message, or if draining must not start', async () => {
  const queue = await leased(3);
  const unsent = { deliveredCount: 0, last: 'unsent' };
  expect(await drain(aDriver(), { ...queue, head: undefined }, always)).toEqual(unsent);
  expect(await drain(aDriver(), queue, () => false)).toEqual(unsent);
  expect(sent).toEqual([]);
});

test('an only message is delivered and empties its queue', async () => {
  expect(await drain(aDriver(), await leased(1), always)).toEqual({ deliveredCount: 1, last: 'empty' });
  expect(await sql('SELECT subject FROM webhook_queues')).toEqual([]);
});

test('a message that is added during the last delivery of a short queue is sent too', async () => {
  const queue = await leased(2);
  const more: Answer = async (place) => {
    if (place === 2) await appendMessages(shop, { invoiceID });
    return 200;
  };
  expect(await drain(aDriver(more), queue, always)).toEqual({ deliveredCount: 3, last: 'empty' });
});

test.each([2, 8])('a failure of message %i is not recorded if the lease was lost', async (failing) => {
  const queue = await leased(10);
  const fail: Answer = async (place) => {
    if (place < failing) return 200;
    await revoke();
    return 500;
  };
  expect((await drain(aDriver(fail), queue, always)).last).toBe('lost');
  expect(await sql('SELECT max(attempt_count) AS n FROM webhook_deliveries WHERE status = $$pending$$')).toEqual([
    { n: 0 },
  ]);
  expect(await sql('SELECT state FROM webhook_queues')).toEqual([{ state: 'ready' }]);
});

test.each([2, 12])('every delivery up to message %i gets the signal that aborts it', async (last) => {
  const { signal } = new AbortController();
  await drain(
    aDriver(() => 200, { stop: signal }),
    await leased(last),
    always,
  );
  expect(sent).toHaveLength(last);
  for (const { stop } of sent) expect(stop).toBe(signal);
});

test('slow deliveries of a long queue are recorded about every second', async () => {
  const queue = await leased(12);
  const recorded: number[] = [];
  const slow: Answer = async (place) => {
    recorded.push(await countDelivered());
    if (place > 5) await sleep(600);
    return 200;
  };
  expect(await drain(aDriver(slow), queue, always)).toEqual({ deliveredCount: 12, last: 'empty' });
  // The two that the lease has read are recorded together, the next three one by one; two deliveries of 600 ms exceed a second and end a run.
  expect(recorded.slice(0, 6)).toEqual([0, 0, 2, 3, 4, 5]);
  recorded.forEach((number, place) => expect(number).toBeGreaterThanOrEqual(place - 1));
});

test('fast deliveries of a long queue are recorded twenty at a time', async () => {
  const queue = await leased(46);
  const recorded: number[] = [];
  const count: Answer = async () => {
    recorded.push(await countDelivered());
    return 200;
  };
  await drain(aDriver(count), queue, always);
  const first = [0, 0, 2, 3, 4, 5];
  const expected = (place: number) => first[place] ?? 5 + 20 * Math.floor((place - 5) / 20);
  // A slow machine ends a run early and records more than expected.
  recorded.forEach((number, place) => expect(number).toBeGreaterThanOrEqual(expected(place)));
  expect(recorded.slice(0, 6)).toEqual(first);
  expect(recorded.at(-1)).toBe(45);
});

/** Sends a message that fails, and returns the milliseconds from this attempt to the next one. */
async function failAfter(queue: LeasedQueue, firstAttemptAgoMs: number | null): Promise<number | undefined> {
  const startedAt = new Date();
  const firstAttemptAt = firstAttemptAgoMs === null ? null : new Date(startedAt.getTime() - firstAttemptAgoMs);
  await sql(`UPDATE webhook_queues SET lease_token = '${queue.token}'`);
  const head = { ...(queue.head as WaitingMessage), firstAttemptAt };
  const drained = await drain(
    aDriver(() => 500, { startedAt }),
    { ...queue, head },
    always,
  );
  expect(drained).toEqual({ deliveredCount: 0, last: 'refused' });
  const [row] = await sql('SELECT retry_at AS at FROM webhook_queues');
  return row && (row.at as Date).getTime() - startedAt.getTime();
}

test('the next attempt is planned from the first one', async () => {
  const queue = await leased(1);
  expect(await failAfter(queue, null)).toBe(30_000);
  expect(await failAfter(queue, 30_000)).toBe(300_000);
  // Retries come after 0.5, 5.5, 20.5 and 80.5 minutes, and then each hour.
  expect(await failAfter(queue, 2 * HOUR_MS)).toBe(20.5 * 60_000);
});

test('a message of an endpoint in trouble that fails a day after its first attempt is discarded', async () => {
  const queue = await leased(1);
  await sql(`UPDATE webhook_queues SET state = 'batched'`);
  expect(await failAfter(queue, 24 * HOUR_MS)).toBeUndefined();
  expect(await sql('SELECT status, discard_reason AS reason FROM webhook_deliveries')).toEqual([
    { status: 'discarded', reason: 'retriesEnded' },
  ]);
});
