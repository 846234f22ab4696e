import { setTimeout as sleep } from 'node:timers/promises';
import { startPlatform, type Platform } from '../../harness/platform';
import type { Bench, BenchResult } from '../bench';
import { ProcessorMeter } from '../measure/processor';
import { percentile } from '../measure/statistics';
import { doneOnce } from './done-once';
import { MeasuredLifecycles, type MeasuredLifecycle } from './lifecycles';
import { liveMany } from './live-many';
import { untilSettled } from './settled';

const COUNT = 300;
const WARM_UP_COUNT = 100;
const KILL_AFTER_MS = 3_000;
const AIMS = { spread: 2.5, delayMs: 5_000 };

/** Runs Temporal's server on PostgreSQL with two workers and two APIs, of which one each is killed. The rate is not compared. */
export const server: Bench = {
  title: 'Lifecycles on a Temporal server with PostgreSQL, two workers and two APIs',
  isOnDemand: true,
  run: async () => {
    const platform = await startPlatform({ temporal: 'server' });
    const others = [await platform.startAnother('worker'), await platform.startAnother('api')];
    const merchant = new MeasuredLifecycles({ ...platform, apiUrl: others[1]?.url ?? '' });
    try {
      await merchant.open();
      return await measured(platform, merchant);
    } finally {
      await merchant.close();
      await Promise.all(others.map((other) => other.stop()));
      await platform.stop();
    }
  },
};

async function measured(platform: Platform, merchant: MeasuredLifecycles): Promise<BenchResult[]> {
  const lived: MeasuredLifecycle[] = [];
  const live = (count: number) => liveMany(merchant, lived, count);
  await live(WARM_UP_COUNT);
  await untilSettled(platform);
  const meter = new ProcessorMeter();
  const name = 'two workers';
  const began = performance.now();
  const { times } = await meter.during(name, async () => ({ count: COUNT, times: await live(COUNT) }));
  const perSecond = (COUNT * 1_000) / (performance.now() - began);
  const [p50, p99] = [percentile(times, 50), percentile(times, 99)];
  await untilSettled(platform);
  const [timesOfKill] = await Promise.all([live(COUNT), killOneOfEach(platform)]);
  const longest = Math.max(...timesOfKill);
  const delay = longest - p99;
  await untilSettled(platform);
  return [
    {
      name,
      found: `${perSecond.toFixed(1)} a second, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
      aim: { text: `p99 at most ${AIMS.spread} times p50`, isReached: p99 <= AIMS.spread * p50 },
    },
    ...meter.finding(name),
    {
      name: 'a worker and an API killed',
      found: `longest ${longest.toFixed(0)} ms, ${delay.toFixed(0)} ms more than p99 before`,
      aim: { text: `at most ${AIMS.delayMs} ms more`, isReached: delay <= AIMS.delayMs },
    },
    ...(await doneOnce(platform, lived)),
  ];
}

async function killOneOfEach({ processes }: Platform): Promise<void> {
  await sleep(KILL_AFTER_MS);
  await processes.worker.kill();
  await processes.api.kill();
}
