import { createLogger } from './logger';
import { startWithRetry } from './start-with-retry';

class Away extends Error {}

const starting = {
  isAway: (error: unknown) => error instanceof Away,
  logger: createLogger({ process: 'test', level: 'silent' }),
  what: 'the record',
};

test('what is away is asked again until it is there', async () => {
  let asked = 0;
  const work = async () => (++asked < 3 ? Promise.reject(new Away()) : 'there');
  expect(await startWithRetry(work, starting)).toBe('there');
  expect(asked).toBe(3);
});

test('what is wrong is said at once', async () => {
  let asked = 0;
  const work = () => Promise.reject(new Error(`wrong ${++asked}`));
  await expect(startWithRetry(work, starting)).rejects.toThrow('wrong 1');
});
