import { succeeded, failed, Batcher, type ItemResult } from './batcher';

/** Doubles numbers once it is opened, and records the batches. */
function createBatcher(max = 3) {
  const batches: number[][] = [];
  const gates: (() => void)[] = [];
  let idle = 0;
  const batcher = new Batcher<number, number>({
    maxBatchSize: max,
    runBatch: async (items) => {
      batches.push([...items]);
      await new Promise<void>((resolve) => gates.push(resolve));
      if (items.includes(-1)) throw new Error('all of them');
      if (items.includes(-2)) throw new Error('whole batch');
      return items.map((item): ItemResult<number> => (item === 0 ? failed(new Error('nothing')) : succeeded(2 * item)));
    },
    waiting: { maxBatchSize: 5, onOverflow: () => new Error('too many') },
    failsWholeBatch: (error) => (error as Error).message === 'whole batch',
    onIdle: () => (idle += 1),
  });
  const open = async (): Promise<void> => {
    while (gates.length === 0) await new Promise((resolve) => setImmediate(resolve));
    gates.shift()?.();
  };
  return { batcher, batches, open, idle: () => idle };
}

test('calls during a batch form the next batches, up to the limit', async () => {
  const { batcher, batches, open, idle } = createBatcher();
  const first = batcher.add(1);
  await open();
  const [second, ...rest] = [2, 3, 4, 5].map((item) => batcher.add(item));
  expect(await first).toBe(2);
  expect(idle()).toBe(0);
  await open();
  expect(await second).toBe(4);
  await open();
  expect(await Promise.all(rest)).toEqual([6, 8, 10]);
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(idle()).toBe(1);
});

test('a failed item fails no other item, and a failed batch no other batch', async () => {
  const { batcher, open } = createBatcher(2);
  const requested = Promise.allSettled([1, 0, -1, 4, 5].map((item) => batcher.add(item)));
  for (let batch = 0; batch < 3; batch++) await open();
  const outcomes = await requested;
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason)))).toEqual([
    2,
    'Error: nothing',
    'Error: all of them',
    'Error: all of them',
    10,
  ]);
});

test('an error of all fails the waiting items too, and later items run again', async () => {
  const { batcher, open } = createBatcher(1);
  const requested = [-2, 2, 3].map((item) => expect(batcher.add(item)).rejects.toThrow('whole batch'));
  await open();
  await Promise.all(requested);
  const later = batcher.add(7);
  await open();
  expect(await later).toBe(14);
});

test('items beyond the limit are rejected, and those that wait run', async () => {
  const { batcher, open } = createBatcher();
  const requested = Promise.allSettled([1, 2, 3, 4, 5, 6].map((item) => batcher.add(item)));
  for (let batch = 0; batch < 2; batch++) await open();
  const outcomes = await requested;
  expect(outcomes.map(({ status }) => status)).toEqual([...Array<string>(5).fill('fulfilled'), 'rejected']);
});
