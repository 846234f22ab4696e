import type { LeasedQueue } from '../store/delivery/webhook/queue.lease';
import { DeliveryBacklog } from './delivery-backlog';
import { DeliveryConcurrency, type Slot } from './delivery-concurrency';

let count = 0;
let backlog: DeliveryBacklog;

beforeEach(() => {
  backlog = new DeliveryBacklog(new DeliveryConcurrency({ total: 256, slow: 128, unprovenPerHost: 20 }));
});
afterEach(() => void jest.useRealTimers());

function createQueue(host: string, partyID = 'party'): LeasedQueue {
  return {
    webhookID: `webhook-${host}`,
    subject: `invoice/${++count}`,
    token: 't',
    partyID,
    url: `https://${host}/hook`,
    isWebhookDeleted: false,
    hasStandardHeaders: false,
    head: undefined,
    following: [],
  };
}

function admitMany(host: string, number: number, partyID?: string): { slots: Slot[]; waiting: LeasedQueue[] } {
  const queues = Array.from({ length: number }, () => createQueue(host, partyID));
  const admitted = queues.map((queue) => ({ queue, slot: backlog.admit(queue) }));
  return {
    slots: admitted.map(({ slot }) => slot).filter((slot) => slot !== undefined),
    waiting: admitted.filter(({ slot }) => !slot).map(({ queue }) => queue),
  };
}

const start = (partyID: string): LeasedQueue[] => backlog.startWaiting(partyID).map(({ queue }) => queue);

test('queues behind a busy host wait and start in order as deliveries end', () => {
  const { slots, waiting } = admitMany('busy.example', 22);
  expect([slots.length, waiting.length, backlog.isEmpty]).toEqual([20, 2, false]);
  expect(start('party')).toEqual([]);
  for (const slot of slots) slot.release();
  expect(start('party')).toEqual(waiting);
  expect(backlog.isEmpty).toBe(true);
});

test('a webhook with waiting queues is excluded from leases', () => {
  const { slots } = admitMany('busy.example', 21);
  admitMany('other.example', 5);
  expect(backlog.leaseLimits().exceptWebhooks).toEqual(['webhook-busy.example']);
  slots[0]?.release();
  expect(backlog.startAllWaiting()).toHaveLength(1);
  expect(backlog.leaseLimits().exceptWebhooks).toEqual([]);
});

test('queues of one host do not delay those of another host or party', () => {
  admitMany('busy.example', 70);
  const [other, others] = [admitMany('other.example', 25), admitMany('busy.example', 25, 'other')];
  expect([other.slots.length, others.slots.length]).toEqual([20, 20]);
  other.slots[0]?.release();
  expect(start('party')).toEqual(other.waiting.slice(0, 1));
});

test('a queue that waited too long is taken out', () => {
  jest.useFakeTimers();
  const { waiting } = admitMany('busy.example', 22);
  jest.advanceTimersByTime(10_000);
  const [later] = admitMany('busy.example', 1).waiting;
  expect(backlog.removeExpired()).toEqual([]);
  jest.advanceTimersByTime(5_001);
  expect(backlog.removeExpired()).toEqual(waiting);
  expect(backlog.removeExpired(0)).toEqual([later]);
  expect(backlog.isEmpty).toBe(true);
});

test('webhooks of a party start their waiting queues in turns', () => {
  const { slots } = admitMany('busy.example', 23);
  for (const webhookID of ['second', 'second']) backlog.admit({ ...createQueue('busy.example'), webhookID });
  for (const slot of slots.slice(0, 4)) slot.release();
  const started = backlog.startWaiting('party').map(({ queue }) => queue.webhookID);
  expect(started).toEqual(['webhook-busy.example', 'second', 'webhook-busy.example', 'second']);
});

test('a queue is taken out after exactly fifteen seconds, and at a stop even if it has just come', () => {
  jest.useFakeTimers();
  const { waiting } = admitMany('busy.example', 21);
  jest.advanceTimersByTime(14_999);
  expect(backlog.removeExpired()).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(backlog.removeExpired()).toEqual(waiting);
  const [later] = admitMany('busy.example', 1).waiting;
  expect(backlog.removeExpired(0)).toEqual([later]);
});
