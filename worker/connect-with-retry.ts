import { setTimeout as sleep } from 'node:timers/promises';
import { NativeConnection } from '@temporalio/worker';
import type { Environment } from '../runtime/environment';
import type { Logger } from '../runtime/logger';
import { temporalConnectionOptions } from '../runtime/temporal-connection';

const LONGEST_WAIT_MS = 5_000;

/** Connects to the workflow engine, however long it stays away: the API accepts meanwhile, and all of it waits in the outbox. */
export async function connectWithRetry(environment: Environment, logger: Logger): Promise<NativeConnection> {
  const options = temporalConnectionOptions(environment);
  for (let waitMs = 200; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      return await NativeConnection.connect(options);
    } catch (error) {
      logger.warn({ err: error, address: options.address, waitMs }, 'the workflow engine does not answer yet');
      await sleep(waitMs);
    }
  }
}
