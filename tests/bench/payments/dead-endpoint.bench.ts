import type { Bench, BenchResult } from '../bench';
import { inParallel } from '../measure/in-parallel';
import { watchMemory } from '../measure/memory';
import { ProcessorMeter } from '../measure/processor';
import { interleave } from '../measure/rounds';
import { percentile } from '../measure/statistics';
import { DeadEndpoint, type Recovery } from './dead-endpoint';
import { MeasuredLifecycles } from './lifecycles';
import { untilSettled } from './settled';

const SUBJECTS = 20_000;
const ROUNDS = 3;
const COUNT = 200;
const AT_ONCE = 16;
const WARM_UP_COUNT = 60;

const MIN_RATIO = 0.95;
const MAX_P99_RATIO = 1.2;
const MAX_MB = 400;
/** The concurrency of a batch at one host (`activities/webhook/endpoint-batch.ts`). */
const MAX_CONCURRENCY = 16;

/** Measures how a dead endpoint with 20,000 due subjects slows down lifecycles, and how it recovers. */
export const deadEndpoint: Bench = {
  title: `Lifecycles beside a dead endpoint with ${SUBJECTS} waiting subjects, to those without it`,
  run: async (harness) => {
    const platform = await harness.platform();
    const merchant = new MeasuredLifecycles(platform);
    await merchant.open();
    await inParallel({ count: WARM_UP_COUNT, atOnce: AT_ONCE }, () => merchant.live());
    await untilSettled(platform);
    const endpoint = new DeadEndpoint(platform);
    await endpoint.open(SUBJECTS);
    const lags = { without: [] as number[], beside: [] as number[] };
    const meter = new ProcessorMeter();
    const live = async (name: 'beside' | 'without') => {
      merchant.lagsMs.length = 0;
      const startedMs = performance.now();
      await meter.during(name, async () => {
        await inParallel({ count: COUNT, atOnce: AT_ONCE }, () => merchant.live());
        return { count: COUNT };
      });
      lags[name].push(...merchant.lagsMs);
      return { perSecond: (COUNT * 1_000) / (performance.now() - startedMs) };
    };
    const memory = watchMemory(platform.processes.worker.pid());
    const outcome = await interleave({
      rounds: ROUNDS,
      floor: async () => {
        const lived = await live('without');
        await untilSettled(platform);
        return lived;
      },
      platform: async () => {
        await endpoint.putBack();
        const lived = await live('beside');
        await endpoint.takeAway();
        return lived;
      },
      settle: () => untilSettled(platform),
    });
    const attempts = await endpoint.attemptCount();
    await endpoint.putBack();
    const recovery = await endpoint.recover();
    const worker = memory.stop();
    await merchant.close();
    await endpoint.close();
    return [
      { name: 'attempts beside them', found: `${attempts}` },
      {
        name: 'lifecycles a second, ratio',
        found: outcome.ratio.toFixed(2),
        aim: { text: `at least ${MIN_RATIO}`, isReached: outcome.ratio >= MIN_RATIO },
      },
      ...meter.finding('without'),
      ...meter.finding('beside'),
      lagFinding(percentile(lags.without, 99), percentile(lags.beside, 99)),
      {
        name: 'memory of the worker',
        found: `${worker.peak.ownMB} MB at most, ${worker.before.ownMB} MB before the endpoint died`,
        aim: { text: `under ${MAX_MB} MB`, isReached: worker.peak.ownMB < MAX_MB },
      },
      ...recoveryFindings(recovery),
    ];
  },
};

function lagFinding(without: number, beside: number): BenchResult {
  return {
    name: 'commit to receipt, p99',
    found: `${beside} ms, without it ${without} ms`,
    aim: { text: `at most ${MAX_P99_RATIO} times`, isReached: beside <= without * MAX_P99_RATIO },
  };
}

function recoveryFindings({ deliveries, perSecond, maxConcurrency, outOfOrder }: Recovery): BenchResult[] {
  return [
    {
      name: 'recovery',
      found: `${deliveries} messages, ${Math.round(perSecond)} a second, ${maxConcurrency} at once`,
      aim: { text: `at most ${MAX_CONCURRENCY} at once`, isReached: maxConcurrency <= MAX_CONCURRENCY },
    },
    { name: 'out of order', found: `${outOfOrder}`, aim: { text: 'none', isReached: outOfOrder === 0 } },
  ];
}
