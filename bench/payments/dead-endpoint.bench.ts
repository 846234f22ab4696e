import type { Bench } from '../bench';
import { inParallel } from '../measure/in-parallel';
import { watchMemory } from '../measure/memory';
import { ProcessorMeter } from '../measure/processor';
import { interleave } from '../measure/rounds';
import { percentile } from '../measure/statistics';
import { DeadEndpoint } from './dead-endpoint';
import { Lifecycles } from './lifecycles';
import { untilSettled } from './settled';

const SUBJECTS = 20_000;
const ROUNDS = 3;
const COUNT = 200;
const AT_ONCE = 16;
const WARM_UP_COUNT = 60;

const MIN_RATIO = 0.95;
const MAX_P99_RATIO = 1.2;
const MAX_MB = 400;
/** What a batch has under way at one host (`activities/webhook/endpoint-batch.ts`). */
const MAX_AT_ONCE = 16;

/** What a dead endpoint with twenty thousand subjects, all of them due, costs everybody else; and how it recovers. */
export const deadEndpoint: Bench = {
  title: `Lifecycles beside a dead endpoint with ${SUBJECTS} waiting subjects, to those without it`,
  run: async (harness) => {
    const platform = await harness.platform();
    const merchant = new Lifecycles(platform);
    await merchant.open();
    await inParallel({ count: WARM_UP_COUNT, atOnce: AT_ONCE }, () => merchant.live());
    await untilSettled(platform);
    const endpoint = new DeadEndpoint(platform);
    await endpoint.open(SUBJECTS);
    const lags = { without: [] as number[], beside: [] as number[] };
    const meter = new ProcessorMeter();
    const live = async (name: 'beside' | 'without', into: number[]) => {
      merchant.lagsMs.length = 0;
      const began = performance.now();
      await meter.during(name, async () => {
        await inParallel({ count: COUNT, atOnce: AT_ONCE }, () => merchant.live());
        return { count: COUNT };
      });
      into.push(...merchant.lagsMs);
      return { perSecond: (COUNT * 1_000) / (performance.now() - began) };
    };
    const memory = watchMemory(platform.processes.worker.pid());
    const outcome = await interleave({
      rounds: ROUNDS,
      floor: async () => {
        const lived = await live('without', lags.without);
        await untilSettled(platform);
        return lived;
      },
      platform: async () => {
        await endpoint.putBack();
        const lived = await live('beside', lags.beside);
        await endpoint.takeAway();
        return lived;
      },
      settle: () => untilSettled(platform),
    });
    const attempts = await endpoint.attemptCount();
    await endpoint.putBack();
    const recovery = await endpoint.recover();
    const { before, peak } = memory.stop();
    await merchant.close();
    await endpoint.close();
    const [without, beside] = [percentile(lags.without, 99), percentile(lags.beside, 99)];
    return [
      { name: 'attempts beside them', found: `${attempts}` },
      {
        name: 'lifecycles a second, ratio',
        found: outcome.ratio.toFixed(2),
        aim: { text: `at least ${MIN_RATIO}`, isReached: outcome.ratio >= MIN_RATIO },
      },
      ...meter.finding('without'),
      ...meter.finding('beside'),
      {
        name: 'commit to receipt, p99',
        found: `${beside} ms, without it ${without} ms`,
        aim: { text: `at most ${MAX_P99_RATIO} times`, isReached: beside <= without * MAX_P99_RATIO },
      },
      {
        name: 'memory of the worker',
        found: `${peak.ownMB} MB at the most, ${before.ownMB} MB before the endpoint died`,
        aim: { text: `under ${MAX_MB} MB`, isReached: peak.ownMB < MAX_MB },
      },
      {
        name: 'recovery',
        found: `${recovery.deliveries} messages, ${Math.round(recovery.perSecond)} a second, ${recovery.mostAtOnce} at once`,
        aim: { text: `at most ${MAX_AT_ONCE} at once`, isReached: recovery.mostAtOnce <= MAX_AT_ONCE },
      },
      {
        name: 'out of order',
        found: `${recovery.outOfOrder}`,
        aim: { text: 'none', isReached: recovery.outOfOrder === 0 },
      },
    ];
  },
};
