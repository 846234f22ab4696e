import { NativeConnection } from '@temporalio/worker';
import type { Environment } from '../runtime/environment';
import type { Logger } from '../runtime/logger';
import { startWithRetry } from '../runtime/start-with-retry';
import { temporalConnectionOptions } from '../runtime/temporal-connection';

/** Connects to the workflow engine, however long it stays away: the API accepts meanwhile, and all of it waits in the outbox. */
export function connectWithRetry(environment: Environment, logger: Logger): Promise<NativeConnection> {
  const options = temporalConnectionOptions(environment);
  const what = `the workflow engine at ${options.address}`;
  return startWithRetry(() => NativeConnection.connect(options), { isAway: () => true, logger, what });
}
