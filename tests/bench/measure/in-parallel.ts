/** Runs `work` for the numbers below `count` with limited concurrency, until the first failure. */
export async function inParallel(
  { count, atOnce }: { count: number; atOnce: number },
  work: (number: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, one));
}
