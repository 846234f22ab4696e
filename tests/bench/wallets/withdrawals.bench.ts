import type { Bench } from '../bench';
import { ratioFinding } from '../bench';
import { inParallel } from '../measure/in-parallel';
import { interleave, medians } from '../measure/rounds';
import { untilSettled } from '../payments/settled';
import { nextMessage } from '../harness';
import { Withdrawals } from './withdrawals';

const ROUNDS = 5;
const COUNT = 200;
const AT_ONCE = 32;
const WARM_UP_COUNT = 100;
const WALLETS = 16;
const AIM = 1;

interface Pace {
  perSecond: number;
}

/**
 * Measures withdrawals up to their webhook. The floor is the bare lifecycle of a payment, which has two workflows instead of
 * one, so the target is higher than that of lifecycles.
 */
export const withdrawals: Bench = {
  title: 'Withdrawals with two webhooks each, to bare workflows',
  run: async (harness) => {
    const platform = await harness.platform();
    const { process: floor } = await harness.floor('bare-engine', {
      TEMPORAL_ADDRESS: await harness.temporalAddress(),
    });
    const integrator = new Withdrawals(platform);
    await integrator.open(WALLETS);
    let round = 0;
    const onFloor = async (count: number): Promise<Pace> => {
      const answer = nextMessage<{ seconds: number }>(floor);
      floor.send({ count, atOnce: AT_ONCE, prefix: `bare-withdrawal-${round++}` });
      return { perSecond: count / (await answer).seconds };
    };
    const onPlatform = async (count: number): Promise<Pace> => {
      const began = performance.now();
      await inParallel({ count, atOnce: AT_ONCE }, (number) => integrator.live(number));
      return { perSecond: (count * 1_000) / (performance.now() - began) };
    };
    await onPlatform(WARM_UP_COUNT);
    await untilSettled(platform);
    await onFloor(WARM_UP_COUNT);
    const outcome = await interleave({
      rounds: ROUNDS,
      floor: () => onFloor(COUNT),
      platform: () => onPlatform(COUNT),
      settle: () => untilSettled(platform),
    });
    await integrator.close();
    return [
      { name: 'bare lifecycles', found: `${medians(outcome.floor).perSecond.toFixed(1)} a second` },
      { name: 'withdrawals', found: `${medians(outcome.platform).perSecond.toFixed(1)} a second` },
      ratioFinding(outcome.ratio, AIM),
    ];
  },
};
