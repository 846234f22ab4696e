import type { Command } from '../change-log';
import { statement, type Database, type Transaction } from '../postgres/database';
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
