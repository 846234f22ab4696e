import { inParallel } from '../measure/in-parallel';
import type { MeasuredLifecycle, MeasuredLifecycles } from './lifecycles';

const AT_ONCE = 32;

/** Runs `count` lifecycles, 32 concurrently, and adds them to `lived`. @returns their durations in milliseconds */
export async function liveMany(
  merchant: MeasuredLifecycles,
  lived: MeasuredLifecycle[],
  count: number,
): Promise<number[]> {
  const times: number[] = [];
  await inParallel({ count, atOnce: AT_ONCE }, async () => {
    const began = performance.now();
    lived.push(await merchant.live());
    times.push(performance.now() - began);
  });
  return times;
}
