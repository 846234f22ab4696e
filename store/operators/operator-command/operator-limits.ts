import { notFound } from '../../../domain/platform/errors/refusal';
import type { OperatorLimit } from '../../../domain/operators/operator-command/operator-command';
import type { Role } from '../../../domain/operators/operator/roles';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { auditWithin } from '../../platform/audit/audited';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { listAll } from '../../postgres/readers';
import type { Store } from '../../store';

const LIMIT = `role, currency, command_limit AS "commandLimitMinor", daily_limit AS "dailyLimitMinor"`;

const FIND = statement<OperatorLimit>(
  'operator-limit-find',
  `SELECT ${LIMIT} FROM operator_limits WHERE role = ANY ($1::text[]) AND currency = $2 ORDER BY command_limit DESC, role`,
);
const LIST = statement<OperatorLimit>(
  'operator-limit-list',
  `SELECT ${LIMIT} FROM operator_limits ORDER BY role, currency`,
);
/** Commands that wait for approval count, so that many small ones do not pass a limit together. */
const SUM = statement<{ sum: bigint }>(
  'operator-command-sum-of-day',
  `SELECT coalesce(sum(amount), 0)::bigint AS sum FROM operator_commands
   WHERE requested_by = $1 AND requested_at >= $3 AND currency = $2
     AND state IN ('AwaitingApproval', 'Approved', 'Succeeded')`,
);
const SET = statement<OperatorLimit>(
  'operator-limit-set',
  `INSERT INTO operator_limits (role, currency, command_limit, daily_limit) VALUES ($1, $2, $3, $4)
   ON CONFLICT (role, currency) DO UPDATE SET command_limit = EXCLUDED.command_limit, daily_limit = EXCLUDED.daily_limit
   WHERE (operator_limits.command_limit, operator_limits.daily_limit) <> (EXCLUDED.command_limit, EXCLUDED.daily_limit)
   RETURNING ${LIMIT}`,
);
const DELETE = statement<OperatorLimit>(
  'operator-limit-delete',
  `DELETE FROM operator_limits WHERE role = $1 AND currency = $2 RETURNING ${LIMIT}`,
);

export async function listLimits(
  database: Database,
  { roles, currency }: { roles: readonly Role[]; currency: string },
  tx: Transaction,
): Promise<OperatorLimit[]> {
  return database.run(FIND, [roles, currency], tx);
}

export const listAllLimits = listAll(LIST);

/** What the operator's commands of the day (UTC) amount to. */
export async function sumOfDay(
  database: Database,
  { operatorID, currency, now }: { operatorID: string; currency: string; now: Date },
  tx: Transaction,
): Promise<bigint> {
  const [row] = await database.run(SUM, [operatorID, currency, `${rfc3339Text(now).slice(0, 10)}T00:00:00Z`], tx);
  return row?.sum ?? 0n;
}

/** Sets how much operators of a role may move without approval. */
export async function setLimit(
  { database, origin }: Pick<Store, 'database' | 'origin'>,
  limit: OperatorLimit,
): Promise<OperatorLimit> {
  const { role, currency, commandLimitMinor, dailyLimitMinor } = limit;
  return database.transaction(async (tx) => {
    const [set] = await database.run(SET, [role, currency, String(commandLimitMinor), String(dailyLimitMinor)], tx);
    const after = { commandLimit: String(commandLimitMinor), dailyLimit: String(dailyLimitMinor) };
    if (set) await auditWithin(database, origin, [{ type: 'operatorLimit', id: `${role}/${currency}`, after }], tx);
    return limit;
  });
}

/** Without a limit every command of the role waits for approval. @throws Refusal notFound */
export async function deleteLimit(
  { database, origin }: Pick<Store, 'database' | 'origin'>,
  { role, currency }: Pick<OperatorLimit, 'role' | 'currency'>,
): Promise<OperatorLimit> {
  return database.transaction(async (tx) => {
    const [deleted] = await database.run(DELETE, [role, currency], tx);
    if (!deleted) throw notFound('Limit');
    const after = { commandLimit: null, dailyLimit: null };
    await auditWithin(database, origin, [{ type: 'operatorLimit', id: `${role}/${currency}`, after }], tx);
    return deleted;
  });
}
