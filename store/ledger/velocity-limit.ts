import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import { statement, type Database, type Transaction } from '../database';
import { LimitExceeded } from './ledger';

/** What is summed: the operations of one kind that took from an account since a moment. */
export interface MovedAmount {
  accountID: string;
  /** The word that the ids of its transfers begin with. */
  operation: 'withdrawal' | 'w2w';
  since: Date;
}

/** Transfers that took from the account at once or hold its money, less the holds that were given back. */
const SUM = statement<{ sourceMinor: string }>(
  'ledger-velocity',
  `SELECT coalesce(sum(t.amount), 0)::text AS "sourceMinor" FROM ledger_transfers t
   WHERE t.debit_account_id = $1 AND t.created_at > $3 AND t.kind IN ('posted', 'pending') AND starts_with(t.id, $2 || '/')
     AND NOT EXISTS (SELECT 1 FROM ledger_transfers v WHERE v.pending_id = t.id AND v.kind = 'void')`,
);

/**
 * How much operations of one kind have taken from an account, in minor units. Asked after a movement of that account in
 * the same transaction the answer is exact: the movement's lock keeps every other out.
 */
async function amountMovedSince(database: Database, moved: MovedAmount, tx: Transaction): Promise<bigint> {
  const { accountID, operation, since } = moved;
  const [sum] = await database.run(SUM, [accountID, operation, rfc3339Text(since)], tx);
  return BigInt(sum?.sourceMinor ?? 0);
}

const DAY_MS = 86_400_000;

/**
 * Holds what an account gives within 24 hours to a limit, if there is one. Call it after the movement it judges.
 * @throws LimitExceeded
 */
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
