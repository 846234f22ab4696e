import type { LeasedQueue } from '../store/webhook/queue.lease';
import { HostLines } from './host-lines';

let count = 0;

function aQueue(host: string): LeasedQueue {
  const [webhookID, url] = [`webhook-${host}`, `https://${host}/hook`];
  return { webhookID, subject: `invoice/${++count}`, token: 't', url, isWebhookDeleted: false, head: undefined };
}

function admitMany(lines: HostLines, host: string, number: number) {
  const queues = Array.from({ length: number }, () => aQueue(host));
  const admissions = queues.map((queue) => lines.admit(queue));
  const amountOf = (what: string): number => admissions.filter((admission) => admission === what).length;
  return { queues, begun: amountOf('begin'), inLine: amountOf('inLine'), givenBack: amountOf('giveBack') };
}

afterEach(() => void jest.useRealTimers());

test('a host has twenty exchanges and a line of forty behind them; what is more is given back', () => {
  const lines = new HostLines();
  expect(admitMany(lines, 'slow.example', 70)).toMatchObject({ begun: 20, inLine: 40, givenBack: 10 });
  expect(admitMany(lines, 'other.example', 5)).toMatchObject({ begun: 5 });
});

test('a host with enough in line is not leased for until its line is empty', () => {
  const lines = new HostLines();
  const { queues } = admitMany(lines, 'slow.example', 41);
  expect(lines.crowdedWebhookIDs).toEqual(['webhook-slow.example']);
  const first = queues[0] as LeasedQueue;
  for (let left = 20; left > 0; left--) expect(lines.leave(first).begin).toBe(queues[40 - left]);
  expect(lines.leave(first).begin).toBe(queues[40]);
  expect(lines.crowdedWebhookIDs).toEqual([]);
});

test('a queue that stood in line too long is given back instead of begun', () => {
  jest.useFakeTimers();
  const lines = new HostLines();
  const { queues } = admitMany(lines, 'slow.example', 22);
  jest.advanceTimersByTime(10_001);
  const fresh = aQueue('slow.example');
  expect(lines.admit(fresh)).toBe('inLine');
  const first = queues[0] as LeasedQueue;
  expect(lines.leave(first)).toEqual({ begin: fresh, giveBack: queues.slice(20) });
  expect(lines.leave(first)).toEqual({ begin: undefined, giveBack: [] });
  expect(lines.admit(aQueue('slow.example'))).toBe('begin');
});

test('what stands in line is taken out when the process stops', () => {
  const lines = new HostLines();
  const { queues } = admitMany(lines, 'slow.example', 25);
  expect(lines.clear()).toEqual(queues.slice(20));
  expect(lines.leave(queues[0] as LeasedQueue).begin).toBeUndefined();
});
