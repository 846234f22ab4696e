import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from './logger';

const MAX_WAIT_MS = 5_000;

export interface StartRetryOptions {
  /** Whether the error is transient; any other error is thrown. */
  isRetryable: (error: unknown) => boolean;
  logger: Logger;
  /** The name of the dependency in the log. */
  target: string;
}

/** Retries a start-up step until its dependency responds, so that processes can start in any order. */
export async function startWithRetry<Result>(work: () => Promise<Result>, options: StartRetryOptions): Promise<Result> {
  const { isRetryable, logger, target } = options;
  for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error)) throw error;
      logger.warn({ err: error, waitMs }, `${target} does not respond yet`);
      await sleep(waitMs);
    }
  }
}
