import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from './logger';

const MAX_WAIT_MS = 5_000;

export interface Starting {
  /** Whether an error says that what is needed is away, and may come; any other is thrown. */
  isAway: (error: unknown) => boolean;
  logger: Logger;
  /** What is away, for the log. */
  what: string;
}

/** Does what a process begins with, however long what it needs stays away: processes that start at once wait for each other. */
export async function startWithRetry<Result>(work: () => Promise<Result>, starting: Starting): Promise<Result> {
  const { isAway, logger, what } = starting;
  for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error)) throw error;
      logger.warn({ err: error, waitMs }, `${what} does not answer yet`);
      await sleep(waitMs);
    }
  }
}
