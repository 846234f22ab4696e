import type { Command } from '../../change-log';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { OUTBOX_COLUMNS, outboxRows } from './outbox.rows';

/** Commands without a party share one turn. */
const APPEND = statement(
  'outbox-append',
  `INSERT INTO outbox (${OUTBOX_COLUMNS})
   SELECT command ->> 'workflowID', lane, coalesce(command -> 'searchAttributes' ->> 'PartyID', ''), command
   FROM jsonb_to_recordset($1::jsonb) AS given (lane text, command jsonb)`,
);

/** Appends commands that belong to no change (see `appendChangeStatement`). */
export async function appendCommands(
  database: Database,
  commands: readonly Command[],
  tx?: Transaction,
): Promise<void> {
  if (commands.length > 0) await database.run(APPEND, [outboxRows(commands)], tx);
}

const DISPATCHED = statement(
  'outbox-dispatched',
  `SELECT 1 FROM outbox WHERE workflow_id = $1 AND command ->> 'signal' = $2 LIMIT 1`,
);

/**
 * Whether a signal to a workflow is not delivered yet. Its dispatcher may be making the attempt of it, which ends before
 * the row does.
 */
export async function isInDispatch(
  database: Database,
  { workflowID, signal }: { workflowID: string; signal: string },
): Promise<boolean> {
  return (await database.run(DISPATCHED, [workflowID, signal])).length > 0;
}
