import { setTimeout as sleep } from 'node:timers/promises';
import { startPlatform } from '../../harness/platform';
import type { Bench, BenchResult } from '../bench';
import { LIMITED } from '../harness';
import { inParallel } from '../measure/in-parallel';
import { percentile } from '../measure/statistics';
import { MeasuredLifecycles } from '../payments/lifecycles';
import { untilSettled } from '../payments/settled';

/** Two or three times what two cores carry out. */
const ARRIVALS_PER_SECOND = 45;
const SECONDS = 40;
const WARM_UP_COUNT = 400;
/** Milliseconds from the request to the webhook. */
const MAX_P99_MS = { accepted: 5_000, captured: 1_000 } as const;

/** Holds and captures that arrive whether or not those before have ended: what is accepted must not wait long. */
export const overload: Bench = {
  title: 'More payments of one party than the platform carries out',
  run: async ({ rate = ARRIVALS_PER_SECOND, seconds = SECONDS }) => {
    const platform = await startPlatform({ environment: LIMITED });
    const merchant = new MeasuredLifecycles(platform);
    await merchant.open();
    try {
      await inParallel({ count: WARM_UP_COUNT, atOnce: 8 }, () => merchant.live());
      await untilSettled(platform);
      return await arrive(merchant, { rate, seconds });
    } finally {
      await merchant.close();
      await platform.stop();
    }
  },
};

async function arrive(
  merchant: MeasuredLifecycles,
  { rate, seconds }: { rate: number; seconds: number },
): Promise<BenchResult[]> {
  const times = { accepted: [] as number[], captured: [] as number[] };
  const refusals = new Map<string, number>();
  const live = async (): Promise<void> => {
    try {
      const held = await merchant.hold();
      times.accepted.push(held.authorisedMs);
      times.captured.push(await merchant.capture(held));
    } catch (error) {
      const reason =
        String(error)
          .replace(/invoices\/\w+/, 'invoices/…')
          .split(':{')[0] ?? '';
      refusals.set(reason, (refusals.get(reason) ?? 0) + 1);
    }
  };
  const lives: Promise<void>[] = [];
  const began = performance.now();
  for (let number = 0; number < rate * seconds; number++) {
    await sleep(Math.max(0, began + (number * 1_000) / rate - performance.now()));
    lives.push(live());
  }
  await Promise.all(lives);
  const arrivals = `${rate} arrivals a second for ${seconds} s`;
  const counted = [...refusals].map(([reason, count]) => ({ name: '  refused', found: `${count} times ${reason}` }));
  return [
    { name: arrivals, found: `${times.accepted.length} accepted, ${lives.length - times.accepted.length} refused` },
    ...counted,
    ...(['accepted', 'captured'] as const).map((step) => describe(step, times[step])),
  ];
}

function describe(step: keyof typeof MAX_P99_MS, times: readonly number[]): BenchResult {
  const [p50, p99] = [percentile(times, 50), percentile(times, 99)];
  const aim = { text: `p99 within ${MAX_P99_MS[step]} ms`, isReached: p99 <= MAX_P99_MS[step] };
  return { name: `${step}, request to webhook`, found: `p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)} ms`, aim };
}
