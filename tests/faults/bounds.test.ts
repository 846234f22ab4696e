import { getLimit, getRunLimit, within } from './bounds';

test('work beyond its limit is abandoned, whether it ends later, fails later or never ends', async () => {
  expect(await within(10, new Promise(() => undefined))).toBeUndefined();
  const failsLater = new Promise((_, reject) => setTimeout(() => reject(new Error('too late to matter')), 30));
  expect(await within(10, failsLater)).toBeUndefined();
  await failsLater.catch(() => undefined);
});

test('work within its limit returns its result or fails', async () => {
  expect(await within(60_000, Promise.resolve('done'))).toBe('done');
  await expect(within(60_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

test('each experiment and the whole run have a limit', () => {
  expect(getLimit(20_000, { isShort: true })).toBe(200_000);
  expect(getLimit(20_000, { isShort: false })).toBeGreaterThan(200_000);
  expect(getRunLimit([20_000, 15_000], { isShort: true })).toBe(600_000);
  expect(getRunLimit(Array<number>(20).fill(60_000), { isShort: false })).toBeLessThan(3_600_000);
});
