import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { LimitExceeded } from './ledger';

/** Selects operations of one kind that debited an account since a moment. */
export interface MovedAmount {
  accountID: string;
  operation: 'withdrawal' | 'w2w';
  since: Date;
}

/** Sums posted and held transfers, without voided holds. */
const SUM = statement<{ sourceMinor: string }>(
  'ledger-velocity',
  `SELECT coalesce(sum(t.amount), 0)::text AS "sourceMinor" FROM ledger_transfers t
   WHERE t.debit_account_id = $1 AND t.created_at > $3 AND t.kind IN ('posted', 'pending') AND starts_with(t.id, $2 || '/')
     AND NOT EXISTS (SELECT 1 FROM ledger_transfers v WHERE v.pending_id = t.id AND v.kind = 'void')`,
);

/** In minor units. Exact after a movement of the account in the same transaction, which holds its lock. */
async function amountMovedSince(database: Database, moved: MovedAmount, tx: Transaction): Promise<bigint> {
  const { accountID, operation, since } = moved;
  const [sum] = await database.run(SUM, [accountID, operation, rfc3339Text(since)], tx);
  return BigInt(sum?.sourceMinor ?? 0);
}

const DAY_MS = 86_400_000;

/** Enforces a limit on debits within 24 hours; call it after the movement. @throws LimitExceeded */
export async function assertDailyVelocity(
  database: Database,
  { limitMinor, now, ...taken }: { limitMinor: bigint | undefined; now: Date } & Omit<MovedAmount, 'since'>,
  tx: Transaction,
): Promise<void> {
  if (limitMinor === undefined) return;
  const since = new Date(now.getTime() - DAY_MS);
  if ((await amountMovedSince(database, { ...taken, since }, tx)) > limitMinor)
    throw new LimitExceeded(taken.accountID);
}
