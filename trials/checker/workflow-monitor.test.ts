import { WorkflowMonitor } from './workflow-monitor';

const LIMIT_MS = 30_000;

/** A watch over one open withdrawal, whose circumstances a test changes between two looks. */
function aWatch() {
  const now = { open: ['withdrawal/1'], isAlive: false, canRevive: true, ms: 0 };
  const watch = new WorkflowMonitor({
    open: async () => now.open,
    isAlive: async () => now.isAlive,
    canRevive: async () => now.canRevive,
    limitMs: LIMIT_MS,
  });
  /** One look a second. */
  const look = async (seconds: number) => {
    for (const end = now.ms + seconds * 1_000; now.ms < end; now.ms += 1_000) await watch.look(now.ms);
  };
  return { watch, now, look };
}

test('what is open without a workflow for longer than the limit is found, once', async () => {
  const { watch, look } = aWatch();
  await look(60);
  expect(watch.violations).toEqual([
    {
      rule: 'what is open has a live workflow',
      where: 'withdrawal/1',
      found: 'none for 30 s while a worker was ready',
    },
  ]);
});

test('what is given a workflow within the limit, again and again, is not', async () => {
  const { watch, now, look } = aWatch();
  for (let times = 0; times < 5; times++) {
    now.isAlive = false;
    await look(25);
    now.isAlive = true;
    await look(2);
  }
  expect(watch.violations).toEqual([]);
});

test('only the time counts in which somebody could have started one, and it is added up', async () => {
  const { watch, now, look } = aWatch();
  await look(20);
  now.canRevive = false;
  await look(300);
  expect(watch.violations).toEqual([]);
  now.canRevive = true;
  await look(20);
  expect(watch.violations).toHaveLength(1);
});

test('where the record or the engine gives no answer, nothing is known and no time passes', async () => {
  const { watch, now, look } = aWatch();
  const silent = new WorkflowMonitor({
    open: async () => now.open,
    isAlive: () => Promise.reject(new Error('no answer')),
    canRevive: async () => true,
    limitMs: LIMIT_MS,
  });
  for (let ms = 0; ms < 120_000; ms += 1_000) await silent.look(ms);
  expect(silent.violations).toEqual([]);
  await look(40);
  expect(watch.violations).toHaveLength(1);
});

test('what ended while the engine was asked needs no workflow', async () => {
  const { watch, now, look } = aWatch();
  await look(20);
  now.open = [];
  await look(1);
  now.open = ['withdrawal/1'];
  await look(20);
  expect(watch.violations).toEqual([]);
});
