import { Refusal } from '../../../domain/platform/errors/refusal';
import type { Role } from '../../../domain/operators/operator/roles';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { auditWithin } from '../../platform/audit/audited';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { listAll } from '../../postgres/readers';
import type { Store } from '../../store';

/** How many webhook messages an operator of a role may resend in a day (UTC). */
export interface ReplayLimit {
  role: Role;
  dailyMessages: number;
}

const LIMIT = `role, daily_messages AS "dailyMessages"`;

const LIST = statement<ReplayLimit>('replay-limit-list', `SELECT ${LIMIT} FROM operator_replay_limits ORDER BY role`);
const FIND = statement<ReplayLimit>(
  'replay-limit-find',
  `SELECT ${LIMIT} FROM operator_replay_limits WHERE role = ANY ($1::text[]) ORDER BY daily_messages DESC LIMIT 1`,
);
const SET = statement<ReplayLimit>(
  'replay-limit-set',
  `INSERT INTO operator_replay_limits AS l (role, daily_messages) VALUES ($1, $2)
   ON CONFLICT (role) DO UPDATE SET daily_messages = EXCLUDED.daily_messages
   WHERE l.daily_messages <> EXCLUDED.daily_messages RETURNING ${LIMIT}`,
);
const DELETE = statement<ReplayLimit>(
  'replay-limit-delete',
  `DELETE FROM operator_replay_limits WHERE role = $1 RETURNING ${LIMIT}`,
);
/** The row of the operator and day serialises concurrent orders. */
const COUNT = statement<{ messageCount: number }>(
  'replay-limit-count',
  `INSERT INTO operator_replay_counts AS c (operator_id, day, message_count) VALUES ($1, $2, $3)
   ON CONFLICT (operator_id, day) DO UPDATE SET message_count = c.message_count + EXCLUDED.message_count
   RETURNING message_count AS "messageCount"`,
);

export const listReplayLimits = listAll(LIST);

/** Undefined removes the limit. Idempotent. */
export async function setReplayLimit(
  { database, origin }: Pick<Store, 'database' | 'origin'>,
  { role, dailyMessages }: { role: Role; dailyMessages: number | undefined },
): Promise<void> {
  await database.transaction(async (tx) => {
    const [statementToRun, values] = dailyMessages === undefined ? [DELETE, [role]] : [SET, [role, dailyMessages]];
    const changed = await database.run(statementToRun, values, tx);
    const after = { dailyMessages: dailyMessages ?? null };
    if (changed.length > 0) await auditWithin(database, origin, [{ type: 'replayLimit', id: role, after }], tx);
  });
}

/** Who orders a replay. */
export interface ReplayOperator {
  operatorID: string;
  roles: readonly Role[];
}

/** Counts the messages, within the transaction that orders them. @throws Refusal operationNotPermitted above the limit */
export async function countReplayed(
  database: Database,
  { operator, messageCount }: { operator: ReplayOperator; messageCount: number },
  tx: Transaction,
): Promise<void> {
  const { operatorID, roles } = operator;
  const day = rfc3339Text(new Date()).slice(0, 10);
  const [counted] = await database.run(COUNT, [operatorID, day, messageCount], tx);
  const [limit] = await database.run(FIND, [roles], tx);
  const total = counted?.messageCount ?? messageCount;
  if (!limit || total <= limit.dailyMessages) return;
  const rest = Math.max(0, limit.dailyMessages - (total - messageCount));
  throw new Refusal(
    'operationNotPermitted',
    `the role ${limit.role} may resend ${limit.dailyMessages} messages a day (UTC): ${rest} are left, ${messageCount} are requested`,
  );
}
