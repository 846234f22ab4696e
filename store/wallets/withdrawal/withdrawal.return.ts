import { statement } from '../../postgres/database';
import type { Store } from '../../store';
import { openWithdrawalAccounts, returnWithdrawal } from './withdrawal.ledger';
import { findWithdrawalRow } from './withdrawal.queries';
import type { WithdrawalRow } from './withdrawal.table';

const MARK_RETURNED = statement<{ id: string }>(
  'withdrawal-mark-returned',
  `UPDATE withdrawals SET returned_at = now() WHERE id = $1 AND status = 'Succeeded' AND returned_at IS NULL RETURNING id`,
);

/**
 * Credits the wallet with a payout that succeeded and came back. The withdrawal stays succeeded, as its contract has no such
 * state: the ledger and the timeline show the return. Idempotent.
 * @returns the withdrawal; undefined if it has not succeeded or the return is recorded
 */
export async function recordPayOutReturn(
  { database }: Store,
  withdrawalID: string,
): Promise<WithdrawalRow | undefined> {
  const row = await findWithdrawalRow(database, withdrawalID);
  await openWithdrawalAccounts(database, row);
  return database.transaction(async (tx) => {
    const [marked] = await database.run(MARK_RETURNED, [withdrawalID], tx);
    if (!marked) return undefined;
    await returnWithdrawal(database, row, tx);
    return row;
  });
}
