import { setTimeout as sleep } from 'node:timers/promises';
import { PeriodicTask } from './periodic-task';

let runCount = 0;
let tasks: PeriodicTask[] = [];
beforeEach(() => {
  runCount = 0;
  tasks = [];
});
afterEach(() => Promise.all(tasks.map((task) => task.stop())));

function startTask(run: () => Promise<number>, errors: unknown[] = []): PeriodicTask {
  const task = new PeriodicTask({ run, onError: (error) => errors.push(error), retryAfterMs: 5 });
  tasks.push(task);
  task.start();
  return task;
}

async function untilRuns(count: number): Promise<void> {
  for (let tries = 0; runCount < count && tries < 1_000; tries++) await sleep(5);
  expect(runCount).toBeGreaterThanOrEqual(count);
}

test('a task runs again after the wait that its run returns, and no more once it is stopped', async () => {
  const task = startTask(async () => {
    runCount++;
    return 5;
  });
  await untilRuns(3);
  await task.stop();
  const stoppedAt = runCount;
  await sleep(50);
  expect(runCount).toBe(stoppedAt);
});

test('a notification ends the wait, also one that is sent during a run', async () => {
  const task = startTask(async () => {
    runCount++;
    if (runCount === 2) task.notify();
    return 60_000;
  });
  await untilRuns(1);
  task.notify();
  await untilRuns(3);
});

test('a failed run is reported and repeated', async () => {
  const errors: unknown[] = [];
  startTask(async () => {
    runCount++;
    throw new Error(`run ${runCount}`);
  }, errors);
  await untilRuns(2);
  expect(errors[0]).toEqual(new Error('run 1'));
});

test('stopping waits for the run in progress', async () => {
  let hasEnded = false;
  const task = startTask(async () => {
    await sleep(50);
    hasEnded = true;
    return 0;
  });
  await task.stop();
  expect(hasEnded).toBe(true);
});
