import { succeeded, failed, Batcher, type ItemResult } from './batcher';

/** Doubles numbers when it is let; says which it did together. */
function aGathering(max = 3) {
  const batches: number[][] = [];
  const gates: (() => void)[] = [];
  let idle = 0;
  const gathering = new Batcher<number, number>({
    maxBatchSize: max,
    runBatch: async (items) => {
      batches.push([...items]);
      await new Promise<void>((resolve) => gates.push(resolve));
      if (items.includes(-1)) throw new Error('all of them');
      if (items.includes(-2)) throw new Error('everybody');
      return items.map((item): ItemResult<number> => (item === 0 ? failed(new Error('nothing')) : succeeded(2 * item)));
    },
    waiting: { maxBatchSize: 5, onOverflow: () => new Error('too many') },
    failsWholeBatch: (error) => (error as Error).message === 'everybody',
    onIdle: () => (idle += 1),
  });
  const open = async (): Promise<void> => {
    while (gates.length === 0) await new Promise((resolve) => setImmediate(resolve));
    gates.shift()?.();
  };
  return { gathering, batches, open, idle: () => idle };
}

test('what is asked for while others are done is done together, as many as may be', async () => {
  const { gathering, batches, open, idle } = aGathering();
  const first = gathering.add(1);
  await open();
  const [second, ...rest] = [2, 3, 4, 5].map((item) => gathering.add(item));
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

test('one that cannot be done keeps no other from it; what all of a batch fail by is told to no other', async () => {
  const { gathering, open } = aGathering(2);
  const asked = Promise.allSettled([1, 0, -1, 4, 5].map((item) => gathering.add(item)));
  for (let batch = 0; batch < 3; batch++) await open();
  const outcomes = await asked;
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason)))).toEqual([
    2,
    'Error: nothing',
    'Error: all of them',
    'Error: all of them',
    10,
  ]);
});

test('who waits hears at once what everybody would hear, and is done afterwards as before', async () => {
  const { gathering, open } = aGathering(1);
  const asked = [-2, 2, 3].map((item) => expect(gathering.add(item)).rejects.toThrow('everybody'));
  await open();
  await Promise.all(asked);
  const later = gathering.add(7);
  await open();
  expect(await later).toBe(14);
});

test('more than may wait are refused, and who waits is done', async () => {
  const { gathering, open } = aGathering();
  const asked = Promise.allSettled([1, 2, 3, 4, 5, 6].map((item) => gathering.add(item)));
  for (let batch = 0; batch < 2; batch++) await open();
  const outcomes = await asked;
  expect(outcomes.map(({ status }) => status)).toEqual([...Array<string>(5).fill('fulfilled'), 'rejected']);
});
