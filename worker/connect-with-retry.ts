import { NativeConnection } from '@temporalio/worker';
import type { Environment } from '../runtime/environment';
import type { Logger } from '../runtime/logger';
import { startWithRetry } from '../runtime/start-with-retry';
import { temporalConnectionOptions } from '../runtime/temporal-connection';

/** Connects to Temporal and retries until it responds; commands wait in the outbox during this time. */
export function connectWithRetry(environment: Environment, logger: Logger): Promise<NativeConnection> {
  const options = temporalConnectionOptions(environment);
  const target = `Temporal at ${options.address}`;
  return startWithRetry(() => NativeConnection.connect(options), { isRetryable: () => true, logger, target });
}
