import { DeliveryConcurrency, type Slot } from './delivery-concurrency';
import type { LeasedQueue } from '../store/webhook/queue.lease';
import { HostBacklog } from './host-backlog';

let count = 0;

function aQueue(host: string, partyID = 'party'): LeasedQueue {
  const [webhookID, url] = [`webhook-${host}`, `https://${host}/hook`];
  return {
    webhookID,
    subject: `invoice/${++count}`,
    token: 't',
    partyID,
    url,
    isWebhookDeleted: false,
    hasStandardHeaders: false,
    head: undefined,
  };
}

const aBacklog = (): HostBacklog => new HostBacklog(new DeliveryConcurrency({ fast: 256, slow: 128 }));

function admitMany(backlog: HostBacklog, host: string, number: number, partyID?: string) {
  const begun: { queue: LeasedQueue; slot: Slot }[] = [];
  const [waiting, givenBack]: LeasedQueue[][] = [[], []];
  for (let index = 0; index < number; index++) {
    const queue = aQueue(host, partyID);
    const admission = backlog.admit(queue);
    if (typeof admission === 'object') begun.push({ queue, slot: admission });
    else (admission === 'waits' ? waiting : givenBack)?.push(queue);
  }
  return { begun, waiting: waiting ?? [], givenBack: givenBack ?? [] };
}

const lengths = ({ begun, waiting, givenBack }: ReturnType<typeof admitMany>): number[] =>
  [begun, waiting, givenBack].map((some) => some.length);

afterEach(() => void jest.useRealTimers());

test('a party has twenty exchanges with a host and forty queues waiting behind them; what is more is given back', () => {
  const backlog = aBacklog();
  expect(lengths(admitMany(backlog, 'slow.example', 70))).toEqual([20, 40, 10]);
  expect(lengths(admitMany(backlog, 'other.example', 5))).toEqual([5, 0, 0]);
});

test('at one host each party has exchanges and a backlog of its own', () => {
  const backlog = aBacklog();
  admitMany(backlog, 'shared.example', 70, 'first');
  expect(lengths(admitMany(backlog, 'shared.example', 25, 'second'))).toEqual([20, 5, 0]);
});

test('a webhook with enough waiting is not leased for until its backlog is empty', () => {
  const backlog = aBacklog();
  const { begun, waiting } = admitMany(backlog, 'slow.example', 41);
  expect(backlog.isCrowded).toBe(true);
  expect(backlog.leaseLimits().perWebhook).toEqual(new Map([['webhook-slow.example', 0]]));
  for (const [index, one] of begun.entries()) expect(getQueues(backlog.finish(one).begin)).toEqual([waiting[index]]);
  expect(backlog.isCrowded).toBe(true);
  expect(getQueues(backlog.finish(begunAfter(begun[0], waiting[0])).begin)).toEqual([waiting[20]]);
  expect(backlog.isCrowded).toBe(false);
});

const getQueues = (begun: readonly { queue: LeasedQueue }[]): LeasedQueue[] => begun.map(({ queue }) => queue);

/** What `leave` answered for the first of them: the slot is of the same party at the same host. */
function begunAfter(first: { slot: Slot } | undefined, queue: LeasedQueue | undefined) {
  if (!first || !queue) throw new Error('nothing was begun');
  return { queue, slot: first.slot };
}

test('a queue that waited too long is given back instead of begun', () => {
  jest.useFakeTimers();
  const backlog = aBacklog();
  const { begun, waiting } = admitMany(backlog, 'slow.example', 22);
  jest.advanceTimersByTime(10_001);
  const fresh = aQueue('slow.example');
  expect(backlog.admit(fresh)).toBe('waits');
  const [first, second] = begun;
  if (!first || !second) throw new Error('nothing was begun');
  expect(backlog.finish(first)).toMatchObject({ begin: [{ queue: fresh }], release: waiting });
  expect(backlog.finish(second)).toEqual({ begin: [], release: [] });
  expect(backlog.admit(aQueue('slow.example'))).toBeInstanceOf(Object);
});

test('what waits for the answer of an endpoint of which nothing is known begins all at once with it', async () => {
  const backlog = new HostBacklog(new DeliveryConcurrency({ fast: 256, slow: 128, slowPerHost: 10 }));
  const { begun, waiting } = admitMany(backlog, 'new.example', 12);
  expect([begun.length, waiting.length]).toEqual([1, 11]);
  const [first] = begun;
  if (!first) throw new Error('nothing was begun');
  await first.slot.during(() => Promise.resolve());
  expect(backlog.finish(first)).toMatchObject({ begin: waiting.map((queue) => ({ queue })), release: [] });
});

test('what waits is taken out when the process stops', () => {
  const backlog = aBacklog();
  const { begun, waiting } = admitMany(backlog, 'slow.example', 25);
  expect(backlog.clear()).toEqual(waiting);
  for (const one of begun) expect(backlog.finish(one).begin).toEqual([]);
});
