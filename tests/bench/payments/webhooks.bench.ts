import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../bench';
import { percentile } from '../measure/statistics';
import { MeasuredLifecycles } from './lifecycles';
import { untilSettled } from './settled';

const PER_SECOND = 20;
const SECONDS = 15;
const WARM_UP = 40;
const AIM_MS = 100;

/** (e) Measures the lag from a change to its webhook, including a few milliseconds before the commit. */
export const webhooks: Bench = {
  title: `From a change to the receipt of its webhook, ${PER_SECOND} changes a second`,
  run: async (harness) => {
    const platform = await harness.platform();
    const merchant = new MeasuredLifecycles(platform);
    await merchant.open();
    for (let number = 0; number < WARM_UP; number++) await merchant.causeMessage();
    await untilSettled(platform);
    merchant.lagsMs.length = 0;
    const sent: Promise<void>[] = [];
    const began = performance.now();
    for (let number = 0; number < PER_SECOND * SECONDS; number++) {
      sent.push(merchant.causeMessage());
      await sleep(began + ((number + 1) * 1_000) / PER_SECOND - performance.now());
    }
    await Promise.all(sent);
    await untilSettled(platform);
    await merchant.close();
    const [p50, p99] = [percentile(merchant.lagsMs, 50), percentile(merchant.lagsMs, 99)];
    return [
      { name: 'p50', found: `${p50} ms`, aim: { text: `under ${AIM_MS} ms`, isReached: p50 < AIM_MS } },
      { name: 'p99', found: `${p99} ms` },
    ];
  },
};
