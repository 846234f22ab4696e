import { Places, type Place } from '../activities/webhook/places';
import type { LeasedQueue } from '../store/webhook/queue.lease';
import { DeliveryLines } from './delivery-lines';

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
    head: undefined,
  };
}

const someLines = (): DeliveryLines => new DeliveryLines(new Places({ quick: 256, slow: 128 }));

function admitMany(lines: DeliveryLines, host: string, number: number, partyID?: string) {
  const begun: { queue: LeasedQueue; place: Place }[] = [];
  const [inLine, givenBack]: LeasedQueue[][] = [[], []];
  for (let index = 0; index < number; index++) {
    const queue = aQueue(host, partyID);
    const admission = lines.admit(queue);
    if (typeof admission === 'object') begun.push({ queue, place: admission });
    else (admission === 'inLine' ? inLine : givenBack)?.push(queue);
  }
  return { begun, inLine: inLine ?? [], givenBack: givenBack ?? [] };
}

const lengths = ({ begun, inLine, givenBack }: ReturnType<typeof admitMany>): number[] =>
  [begun, inLine, givenBack].map((some) => some.length);

afterEach(() => void jest.useRealTimers());

test('a party has twenty exchanges with a host and a line of forty behind them; what is more is given back', () => {
  const lines = someLines();
  expect(lengths(admitMany(lines, 'slow.example', 70))).toEqual([20, 40, 10]);
  expect(lengths(admitMany(lines, 'other.example', 5))).toEqual([5, 0, 0]);
});

test('at one host each party has exchanges and a line of its own', () => {
  const lines = someLines();
  admitMany(lines, 'shared.example', 70, 'first');
  expect(lengths(admitMany(lines, 'shared.example', 25, 'second'))).toEqual([20, 5, 0]);
});

test('a webhook with enough in line is not leased for until its line is empty', () => {
  const lines = someLines();
  const { begun, inLine } = admitMany(lines, 'slow.example', 41);
  expect(lines.areCrowded).toBe(true);
  expect(lines.rooms().ofWebhook).toEqual(new Map([['webhook-slow.example', 0]]));
  for (const [index, one] of begun.entries()) expect(lines.leave(one).begin?.queue).toBe(inLine[index]);
  expect(lines.areCrowded).toBe(true);
  const last = lines.leave(begunAfter(begun[0], inLine[0])).begin;
  expect(last?.queue).toBe(inLine[20]);
  expect(lines.areCrowded).toBe(false);
});

/** What `leave` answered for the first of them: the place is of the same party at the same host. */
function begunAfter(first: { place: Place } | undefined, queue: LeasedQueue | undefined) {
  if (!first || !queue) throw new Error('nothing was begun');
  return { queue, place: first.place };
}

test('a queue that stood in line too long is given back instead of begun', () => {
  jest.useFakeTimers();
  const lines = someLines();
  const { begun, inLine } = admitMany(lines, 'slow.example', 22);
  jest.advanceTimersByTime(10_001);
  const fresh = aQueue('slow.example');
  expect(lines.admit(fresh)).toBe('inLine');
  const [first, second] = begun;
  if (!first || !second) throw new Error('nothing was begun');
  expect(lines.leave(first)).toMatchObject({ begin: { queue: fresh }, giveBack: inLine });
  expect(lines.leave(second)).toEqual({ begin: undefined, giveBack: [] });
  expect(lines.admit(aQueue('slow.example'))).toBeInstanceOf(Object);
});

test('what stands in line is taken out when the process stops', () => {
  const lines = someLines();
  const { begun, inLine } = admitMany(lines, 'slow.example', 25);
  expect(lines.clear()).toEqual(inLine);
  for (const one of begun) expect(lines.leave(one).begin).toBeUndefined();
});
