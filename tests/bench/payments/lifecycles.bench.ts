import type { Bench } from '../bench';
import { ratioFinding } from '../bench';
import { inParallel } from '../measure/in-parallel';
import { ProcessorMeter } from '../measure/processor';
import { interleave, medians } from '../measure/rounds';
import { percentile } from '../measure/statistics';
import { nextMessage } from '../harness';
import { MeasuredLifecycles } from './lifecycles';
import { untilSettled } from './settled';

const ROUNDS = 5;
const COUNT = 200;
const AT_ONCE = 32;
const WARM_UP_COUNT = 100;
const AIM = 0.6;

interface Pace {
  count: number;
  perSecond: number;
}

/** (b) Compares lifecycles of payments with bare workflows in Temporal. */
export const lifecycles: Bench = {
  title: 'Hold to capture with five webhooks, to bare workflows',
  run: async (harness) => {
    const platform = await harness.platform();
    const { process: floor } = await harness.floor('bare-engine', {
      TEMPORAL_ADDRESS: await harness.temporalAddress(),
    });
    const merchant = new MeasuredLifecycles(platform);
    await merchant.open();
    let round = 0;
    const onFloor = async (count: number): Promise<Pace> => {
      const answer = nextMessage<{ seconds: number }>(floor);
      floor.send({ count, atOnce: AT_ONCE, prefix: `bare-${round++}` });
      return { count, perSecond: count / (await answer).seconds };
    };
    const onPlatform = async (count: number): Promise<Pace> => {
      const began = performance.now();
      await inParallel({ count, atOnce: AT_ONCE }, () => merchant.live());
      return { count, perSecond: (count * 1_000) / (performance.now() - began) };
    };
    await onPlatform(WARM_UP_COUNT);
    await untilSettled(platform);
    await onFloor(WARM_UP_COUNT);
    merchant.lagsMs.length = 0;
    const meter = new ProcessorMeter();
    const outcome = await interleave({
      rounds: ROUNDS,
      floor: () => meter.during('bare lifecycle', () => onFloor(COUNT)),
      platform: () => meter.during('lifecycle', () => onPlatform(COUNT)),
      settle: () => untilSettled(platform),
    });
    await merchant.close();
    const lag = (percent: number) => `${percentile(merchant.lagsMs, percent)} ms`;
    return [
      { name: 'bare lifecycles', found: `${medians(outcome.floor).perSecond.toFixed(1)} a second` },
      { name: 'lifecycles', found: `${medians(outcome.platform).perSecond.toFixed(1)} a second` },
      { name: 'change to receipt, at this load', found: `p50 ${lag(50)}, p99 ${lag(99)}` },
      ...meter.finding('bare lifecycle'),
      ...meter.finding('lifecycle'),
      ratioFinding(outcome.ratio, AIM),
    ];
  },
};
