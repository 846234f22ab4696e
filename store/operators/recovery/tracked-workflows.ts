import type { StartCommand } from '../../change-log';
import { appendCommands } from '../../platform/outbox/outbox';
import { statement, type BoundStatement, type Database, type Transaction } from '../../postgres/database';
import { recoverable } from './recoverable-entity';

/** A late success that also has to void is not replaced by one that only looks up. */
const TRACK = statement(
  'tracked-workflow-insert',
  `INSERT INTO tracked_workflows AS t (workflow_id, command)
   SELECT command ->> 'workflowID', command FROM jsonb_array_elements($1::jsonb) AS given (command)
   ON CONFLICT (workflow_id) DO UPDATE SET command = EXCLUDED.command, created_at = now()
   WHERE t.command #> '{args,0,isUnvoided}' IS NULL`,
);

/** Records the start of workflows whose entities do not state that they are due, so that a lost one is restarted. */
export function trackStatement(starts: readonly StartCommand[]): BoundStatement {
  return { ...TRACK, values: [JSON.stringify(starts)] };
}

/** Starts workflows that are tracked until their activity is done. Idempotent. */
export async function startTracked(
  database: Database,
  starts: readonly StartCommand[],
  tx?: Transaction,
): Promise<void> {
  await database.run(TRACK, [JSON.stringify(starts)], tx);
  await appendCommands(database, starts, tx);
}

const UNTRACK = statement(
  'tracked-workflow-delete',
  `DELETE FROM tracked_workflows WHERE workflow_id = $1 AND ($2 OR command #> '{args,0,isUnvoided}' IS NULL)`,
);

/** The workflow has done its work. @param isComplete false if a start with more to do may be tracked. Idempotent. */
export async function endTracking(database: Database, workflowID: string, isComplete = true): Promise<void> {
  await database.run(UNTRACK, [workflowID, isComplete]);
}

const FIND = statement('tracked-workflow-find', 'SELECT 1 FROM tracked_workflows WHERE workflow_id = $1');

/** Whether the workflow has work to do. */
export async function isTracked(database: Database, workflowID: string): Promise<boolean> {
  return (await database.run(FIND, [workflowID])).length > 0;
}

export const trackedRecovery = recoverable<{ command: StartCommand }>({
  kind: 'tracked',
  from: 'tracked_workflows e',
  select: 'e.command',
  isOpen: 'true',
  key: [['workflow_id', 'text']],
  parseKey: (workflowID) =>
    /^(late-success|settlement-receipt|dispute-answer|bank-account-notice|report-download)\//.test(workflowID)
      ? [workflowID]
      : undefined,
  start: ({ command }) => command,
});
