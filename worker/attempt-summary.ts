import type { Logger } from '../runtime/logger';
import { PeriodicTask } from '../runtime/periodic-task';
import type { Database } from '../store/postgres/database';
import { summariseNextHour } from '../store/operators/statistics/summarise-attempts';

const MIN_INTERVAL_MS = 60_000;
/** The summary takes at most a twentieth of one connection. */
const IDLE_SHARE = 20;

/** Summarises payment attempts by hour in the background. */
export function attemptSummary(database: Database, logger: Logger): PeriodicTask {
  return new PeriodicTask({
    run: async () => {
      const startedMs = performance.now();
      const hasMore = await summariseNextHour(database, new Date());
      const idleMs = (performance.now() - startedMs) * IDLE_SHARE;
      return hasMore ? idleMs : Math.max(MIN_INTERVAL_MS, idleMs);
    },
    onError: (error) => logger.warn({ err: error }, 'statistics: attempts could not be summarised, trying again'),
    retryAfterMs: MIN_INTERVAL_MS,
  });
}
