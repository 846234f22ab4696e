import { auditWithin } from '../../platform/audit/audited';
import { statement, type Database, type Transaction } from '../../postgres/database';
import type { Store } from '../../store';

const LIST = statement<{ type: string }>(
  'approval-rule-list',
  'SELECT command_type AS type FROM operator_approval_rules ORDER BY command_type',
);
const FIND = statement<{ type: string }>(
  'approval-rule-find',
  'SELECT command_type AS type FROM operator_approval_rules WHERE command_type = $1',
);
const ADD = statement<{ type: string }>(
  'approval-rule-add',
  `INSERT INTO operator_approval_rules (command_type) VALUES ($1) ON CONFLICT DO NOTHING RETURNING command_type AS type`,
);
const DELETE = statement<{ type: string }>(
  'approval-rule-delete',
  'DELETE FROM operator_approval_rules WHERE command_type = $1 RETURNING command_type AS type',
);

/** The types of commands that always need another person. */
export async function listApprovalRules(database: Database): Promise<string[]> {
  return (await database.run(LIST, [])).map(({ type }) => type);
}

/** Whether the type needs another person, whatever it moves. */
export async function requiresApproval(database: Database, type: string, tx: Transaction): Promise<boolean> {
  return (await database.run(FIND, [type], tx)).length > 0;
}

/** Idempotent. */
export async function setApprovalRule(
  { database, origin }: Pick<Store, 'database' | 'origin'>,
  { type, isRequired }: { type: string; isRequired: boolean },
): Promise<void> {
  await database.transaction(async (tx) => {
    const changed = await database.run(isRequired ? ADD : DELETE, [type], tx);
    const after = { isRequired };
    if (changed.length > 0) await auditWithin(database, origin, [{ type: 'approvalRule', id: type, after }], tx);
  });
}
