import { inParallel } from '../measure/in-parallel';
import type { Lifecycle, Lifecycles } from './lifecycles';

const AT_ONCE = 32;

/** Has a merchant live so many payments, 32 at once, and adds them to `lived`. @returns how long each took, in milliseconds */
export async function liveMany(merchant: Lifecycles, lived: Lifecycle[], count: number): Promise<number[]> {
  const times: number[] = [];
  await inParallel({ count, atOnce: AT_ONCE }, async () => {
    const began = performance.now();
    lived.push(await merchant.live());
    times.push(performance.now() - began);
  });
  return times;
}
