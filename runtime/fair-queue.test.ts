import { setImmediate as turn } from 'node:timers/promises';
import { QueueFull, FairQueue } from './fair-queue';

const never = new AbortController().signal;

/** Work that ends on `end()`. */
function held(): { work: () => Promise<void>; end: () => void } {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: () => ended, end };
}

test('parties take turns regardless of their load', async () => {
  const queue = new FairQueue({ concurrency: 1, maxWaitingPerParty: 100 });
  const order: string[] = [];
  const ask = (party: string, number: number): Promise<unknown> =>
    queue.run(party, never, async () => {
      order.push(`${party}${number}`);
      await turn();
    });
  const all = [1, 2, 3, 4, 5].map((number) => ask('a', number));
  all.push(ask('b', 1), ask('b', 2), ask('c', 1));
  await Promise.all(all);
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4', 'a5']);
});

test('a party at its own limit leaves free slots to others', async () => {
  const queue = new FairQueue({ concurrency: 4, concurrencyPerParty: 2, maxWaitingPerParty: 100 });
  const { work, end } = held();
  const started: string[] = [];
  const run = (party: string): Promise<unknown> =>
    queue.run(party, never, async () => {
      started.push(party);
      await work();
    });
  const all = ['a', 'a', 'a', 'b', 'a'].map(run);
  await turn();
  expect(started).toEqual(['a', 'a', 'b']);
  end();
  await Promise.all(all);
  expect(started).toEqual(['a', 'a', 'b', 'a', 'a']);
});

test('work that need not wait starts at once, and counts towards all limits', async () => {
  const queue = new FairQueue({ concurrency: 2, concurrencyPerParty: 1, maxWaitingPerParty: 100, sliceMs: 1_000 });
  const [a, b] = [held(), held()];
  const first = queue.runNow('a', a.work);
  expect(first).toBeInstanceOf(Promise);
  expect(queue.runNow('a', a.work)).toBeUndefined();
  const second = queue.run('a', never, () => Promise.reject(new Error('refused')));
  expect(queue.runNow('b', b.work)).toBeInstanceOf(Promise);
  expect(queue.runNow('c', b.work)).toBeUndefined();
  a.end();
  await first;
  await expect(second).rejects.toThrow('refused');
  await expect(queue.runNow('c', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await expect(queue.runNow('c', () => Promise.resolve(1))).resolves.toBe(1);
  b.end();
});

test('work of a party whose tasks wait does not start before them', async () => {
  const queue = new FairQueue({ concurrency: 1, maxWaitingPerParty: 100 });
  const { work, end } = held();
  const running = queue.run('a', never, work);
  const waiting = queue.run('a', never, () => Promise.resolve());
  expect(queue.runNow('a', work)).toBeUndefined();
  end();
  await Promise.all([running, waiting]);
  expect(queue.runNow('a', () => Promise.resolve())).toBeDefined();
});

test('concurrency is limited, and a failure frees its slot', async () => {
  const queue = new FairQueue({ concurrency: 2, maxWaitingPerParty: 100 });
  let runningCount = 0;
  let max = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, number) =>
      queue.run(`party ${number % 3}`, never, async () => {
        max = Math.max(max, ++runningCount);
        await turn();
        runningCount--;
        if (number % 2 === 0) throw new Error('cannot be built');
      }),
    ),
  );
  expect([max, runningCount, results.filter(({ status }) => status === 'rejected').length]).toEqual([2, 0, 10]);
});

test('a party with too many waiting tasks is refused, others are not', async () => {
  const queue = new FairQueue({ concurrency: 1, maxWaitingPerParty: 1 });
  const first = held();
  const working = queue.run('a', never, first.work);
  const waiting = queue.run('a', never, async () => undefined);
  await expect(queue.run('a', never, async () => undefined)).rejects.toThrow(QueueFull);
  const other = queue.run('b', never, async () => 'done');
  first.end();
  expect(await Promise.all([working, waiting, other])).toEqual([undefined, undefined, 'done']);
});

test('a cancelled task leaves the queue and takes no slot', async () => {
  const queue = new FairQueue({ concurrency: 1, maxWaitingPerParty: 10 });
  const first = held();
  const working = queue.run('a', never, first.work);
  const cancelled = new AbortController();
  const waiting = queue.run('b', cancelled.signal, async () => 'never');
  cancelled.abort(new Error('cancelled'));
  await expect(waiting).rejects.toThrow('cancelled');
  await expect(queue.run('b', cancelled.signal, async () => 'never')).rejects.toThrow('cancelled');
  first.end();
  await working;
  expect(await queue.run('b', never, async () => 'done')).toBe('done');
});

test('costly tasks of one party let the event loop read the network, where another party comes in between', async () => {
  const queue = new FairQueue({ concurrency: 64, maxWaitingPerParty: 100, sliceMs: 5 });
  const order: string[] = [];
  const compute = (party: string): Promise<void> =>
    queue.run(party, never, async () => {
      order.push(party);
      for (const end = performance.now() + 6; performance.now() < end;);
    });
  const all = Array.from({ length: 8 }, () => compute('a'));
  expect(order).toEqual(['a']);
  setImmediate(() => all.push(compute('b')));
  await turn();
  await turn();
  await Promise.all(all);
  expect(order.indexOf('b')).toBeLessThan(5);
  expect(order).toHaveLength(9);
});

test('a party whose tasks hold the thread takes no more than its share of it, others are not affected', async () => {
  const thread = { minCostlyMs: 2, sharePerParty: 0.25, burstMs: 10 };
  const queue = new FairQueue({ concurrency: 64, maxWaitingPerParty: 100, sliceMs: 5, thread });
  const spent = { a: 0, b: 0 };
  const hold = (party: 'a' | 'b', ms: number): Promise<void> =>
    queue.run(party, never, async () => {
      const began = performance.now();
      while (performance.now() < began + ms);
      spent[party] += performance.now() - began;
    });
  const began = performance.now();
  const costly = Array.from({ length: 12 }, () => hold('a', 10));
  await Promise.all(Array.from({ length: 40 }, () => hold('b', 1)));
  expect(spent.a).toBeLessThan(spent.b * 2);
  await Promise.all(costly);
  expect(spent.a / (performance.now() - began)).toBeLessThan(0.35);
});
