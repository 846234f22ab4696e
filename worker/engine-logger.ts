import { DefaultLogger } from '@temporalio/worker';
import type { Logger } from '../runtime/logger';

const LEVELS = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;

/** Names of the SDK's, and how all other lines call the same. */
const OURS: Readonly<Record<string, string>> = {
  workflowId: 'workflowID',
  runId: 'runID',
  workflowRunId: 'runID',
  activityId: 'activityID',
  error: 'err',
};

/**
 * What the SDK, activities and workflows log, as lines of this process: those of a workflow or an activity bear the id of the
 * workflow. What the SDK says of its own starting is for those who ask for it.
 */
export function engineLogger(logger: Logger): DefaultLogger {
  // The SDK tells of each activity and task under DEBUG: what nobody reads is not gathered.
  const level = logger.isLevelEnabled('debug') ? 'DEBUG' : 'INFO';
  return new DefaultLogger(level, ({ level, message, meta = {} }) => {
    const about = Object.fromEntries(
      Object.entries(meta)
        .filter(([, value]) => typeof value !== 'object' || value instanceof Error)
        .map(([name, value]) => [OURS[name] ?? name, value]),
    );
    const isOfWorkflow = 'workflowID' in about;
    logger[level === 'INFO' && !isOfWorkflow ? 'debug' : LEVELS[level]](about, message);
  });
}
