import { WorkflowMonitor } from './workflow-monitor';

const LIMIT_MS = 30_000;

/** A monitor of one withdrawal, whose state a test changes. */
function aWatch() {
  const now = { open: ['withdrawal/1'], isAlive: false, canRevive: true, ms: 0 };
  const watch = new WorkflowMonitor({
    open: async () => now.open,
    isAlive: async () => now.isAlive,
    canRevive: async () => now.canRevive,
    limitMs: LIMIT_MS,
  });
  /** Polls once a second. */
  const look = async (seconds: number) => {
    for (const end = now.ms + seconds * 1_000; now.ms < end; now.ms += 1_000) await watch.look(now.ms);
  };
  return { watch, now, look };
}

test('the monitor reports an entity without a workflow beyond the limit once', async () => {
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

test('the monitor does not report entities whose workflows restart within the limit', async () => {
  const { watch, now, look } = aWatch();
  for (let times = 0; times < 5; times++) {
    now.isAlive = false;
    await look(25);
    now.isAlive = true;
    await look(2);
  }
  expect(watch.violations).toEqual([]);
});

test('the monitor adds up only time in which a restart was possible', async () => {
  const { watch, now, look } = aWatch();
  await look(20);
  now.canRevive = false;
  await look(300);
  expect(watch.violations).toEqual([]);
  now.canRevive = true;
  await look(20);
  expect(watch.violations).toHaveLength(1);
});

test('no time counts while the database or Temporal is unreachable', async () => {
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

test('an entity that ends during a poll needs no workflow', async () => {
  const { watch, now, look } = aWatch();
  await look(20);
  now.open = [];
  await look(1);
  now.open = ['withdrawal/1'];
  await look(20);
  expect(watch.violations).toEqual([]);
});
