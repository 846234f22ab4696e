import type { Command } from '../change-log';
import { statement, type Database, type Transaction } from '../database';
import { OUTBOX_COLUMNS, outboxRows } from './outbox.rows';

/** Whose turn it is with a command that names nobody: those of all parties take one turn together. */
const APPEND = statement(
  'outbox-append',
  `INSERT INTO outbox (${OUTBOX_COLUMNS})
   SELECT command ->> 'workflowID', lane, coalesce(command -> 'searchAttributes' ->> 'PartyID', ''), command
   FROM jsonb_to_recordset($1::jsonb) AS given (lane text, command jsonb)`,
);

/** Appends commands in the transaction that made them true, for changes that are no entity's (see `changeStatement`). */
export async function appendCommands(
  database: Database,
  commands: readonly Command[],
  tx?: Transaction,
): Promise<void> {
  if (commands.length > 0) await database.run(APPEND, [outboxRows(commands)], tx);
}
