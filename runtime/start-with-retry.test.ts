import { createLogger } from './logger';
import { startWithRetry } from './start-with-retry';

class Unavailable extends Error {}

const options = {
  isRetryable: (error: unknown) => error instanceof Unavailable,
  logger: createLogger({ process: 'test', level: 'silent' }),
  target: 'the database',
};

test('retryable errors are retried until the step succeeds', async () => {
  let attempts = 0;
  const work = async () => (++attempts < 3 ? Promise.reject(new Unavailable()) : 'ready');
  expect(await startWithRetry(work, options)).toBe('ready');
  expect(attempts).toBe(3);
});

test('other errors are thrown immediately', async () => {
  let attempts = 0;
  const work = () => Promise.reject(new Error(`wrong ${++attempts}`));
  await expect(startWithRetry(work, options)).rejects.toThrow('wrong 1');
});
