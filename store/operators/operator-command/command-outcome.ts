import { statement, type Database, type Transaction } from '../../postgres/database';

const RECORD = statement(
  'operator-command-record-outcome',
  `UPDATE operator_commands SET outcome = $2 WHERE id = $1 AND state = 'Approved'`,
);

/** Records the outcome with the change itself, so that a repeated execution changes nothing. */
export async function recordOutcome(
  database: Database,
  { id, outcome }: { id: string; outcome: Readonly<Record<string, unknown>> },
  tx: Transaction,
): Promise<void> {
  await database.run(RECORD, [id, JSON.stringify(outcome)], tx);
}
