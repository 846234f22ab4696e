import { setImmediate as turn } from 'node:timers/promises';
import { QueueFull, FairQueue } from './fair-queue';

const never = new AbortController().signal;

/** Work that ends when it is told to. */
function held(): { work: () => Promise<void>; end: () => void } {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: () => ended, end };
}

test('parties take turns, however much one of them asks for', async () => {
  const line = new FairQueue({ places: 1, waitingOfOne: 100 });
  const order: string[] = [];
  const ask = (party: string, number: number): Promise<unknown> =>
    line.run(party, never, async () => {
      order.push(`${party}${number}`);
      await turn();
    });
  const all = [1, 2, 3, 4, 5].map((number) => ask('a', number));
  all.push(ask('b', 1), ask('b', 2), ask('c', 1));
  await Promise.all(all);
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4', 'a5']);
});

test('no more are at work than there are places, and a failure gives its place back', async () => {
  const line = new FairQueue({ places: 2, waitingOfOne: 100 });
  let atWork = 0;
  let max = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, number) =>
      line.run(`party ${number % 3}`, never, async () => {
        max = Math.max(max, ++atWork);
        await turn();
        atWork--;
        if (number % 2 === 0) throw new Error('cannot be built');
      }),
    ),
  );
  expect([max, atWork, results.filter(({ status }) => status === 'rejected').length]).toEqual([2, 0, 10]);
});

test('a party that has enough waiting is told so, and no other is', async () => {
  const line = new FairQueue({ places: 1, waitingOfOne: 1 });
  const first = held();
  const working = line.run('a', never, first.work);
  const waiting = line.run('a', never, async () => undefined);
  await expect(line.run('a', never, async () => undefined)).rejects.toThrow(QueueFull);
  const other = line.run('b', never, async () => 'done');
  first.end();
  expect(await Promise.all([working, waiting, other])).toEqual([undefined, undefined, 'done']);
});

test('what is cancelled leaves the line and takes no place', async () => {
  const line = new FairQueue({ places: 1, waitingOfOne: 10 });
  const first = held();
  const working = line.run('a', never, first.work);
  const cancelled = new AbortController();
  const waiting = line.run('b', cancelled.signal, async () => 'never');
  cancelled.abort(new Error('cancelled'));
  await expect(waiting).rejects.toThrow('cancelled');
  await expect(line.run('b', cancelled.signal, async () => 'never')).rejects.toThrow('cancelled');
  first.end();
  await working;
  expect(await line.run('b', never, async () => 'done')).toBe('done');
});
