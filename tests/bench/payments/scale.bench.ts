import type { ProcessHandle } from '../../harness/process-handle';
import type { Bench, BenchResult } from '../bench';
import { ProcessorMeter } from '../measure/processor';
import { percentile } from '../measure/statistics';
import { MeasuredLifecycles, type MeasuredLifecycle } from './lifecycles';
import { liveMany } from './live-many';
import { doneOnce } from './done-once';
import { untilSettled } from './settled';

const WORKERS = 3;
const COUNT = 300;
const WARM_UP_COUNT = 100;

/**
 * Runs one, two and three workers on one database and one Temporal. On two cores the rate stays the same; the bench checks
 * that nothing happens twice.
 */
export const scale: Bench = {
  title: `Lifecycles with one to ${WORKERS} workers`,
  isOnDemand: true,
  run: async (harness) => {
    const platform = await harness.platform();
    const merchant = new MeasuredLifecycles(platform);
    await merchant.open();
    const lived: MeasuredLifecycle[] = [];
    const live = (count: number) => liveMany(merchant, lived, count);
    const others: ProcessHandle[] = [];
    const found: BenchResult[] = [];
    const meter = new ProcessorMeter();
    try {
      for (let workers = 1; workers <= WORKERS; workers++) {
        if (workers > 1) others.push(await platform.startAnother('worker'));
        await live(WARM_UP_COUNT);
        await untilSettled(platform);
        const name = `${workers} ${workers === 1 ? 'worker' : 'workers'}`;
        const began = performance.now();
        const { times } = await meter.during(name, async () => ({ count: COUNT, times: await live(COUNT) }));
        const perSecond = (COUNT * 1_000) / (performance.now() - began);
        const spread = `p50 ${percentile(times, 50).toFixed(0)} ms, p99 ${percentile(times, 99).toFixed(0)} ms`;
        found.push({ name, found: `${perSecond.toFixed(1)} a second, ${spread}` }, ...meter.finding(name));
        await untilSettled(platform);
      }
      return [...found, ...(await doneOnce(platform, lived))];
    } finally {
      await merchant.close();
      await Promise.all(others.map((other) => other.stop()));
    }
  },
};
