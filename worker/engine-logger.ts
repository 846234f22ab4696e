import { DefaultLogger } from '@temporalio/worker';
import type { Logger } from '../runtime/logger';

const LEVELS = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;

/** The SDK's field names and those of all other log lines. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  workflowId: 'workflowID',
  runId: 'runID',
  workflowRunId: 'runID',
  activityId: 'activityID',
  error: 'err',
};

/** Core reports a workflow task that took longer than its timeout: Temporal discards the result and repeats the task. */
const DISCARDED_TASK = 'Task not found when completing';

/** Counts workflow tasks whose results Temporal discarded. */
export class DiscardedTasks {
  count = 0;
}

/** Logs what the SDK, activities and workflows log; INFO lines that belong to no workflow become DEBUG. */
export function engineLogger(logger: Logger, discarded = new DiscardedTasks()): DefaultLogger {
  // Below DEBUG the SDK does not produce its lines about every activity and task.
  const level = logger.isLevelEnabled('debug') ? 'DEBUG' : 'INFO';
  return new DefaultLogger(level, ({ level, message, meta = {} }) => {
    const about = Object.fromEntries(
      Object.entries(meta)
        .filter(([, value]) => typeof value !== 'object' || value instanceof Error)
        .map(([name, value]) => [FIELD_NAMES[name] ?? name, value]),
    );
    if (message.includes(DISCARDED_TASK)) discarded.count++;
    const isOfWorkflow = 'workflowID' in about;
    logger[level === 'INFO' && !isOfWorkflow ? 'debug' : LEVELS[level]](about, message);
  });
}
