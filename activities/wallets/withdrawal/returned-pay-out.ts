import { log } from '@temporalio/activity';
import type { Returned } from '../../../connectors/pending';
import type { Finding } from '../../../domain/operators/reconciliation/finding';
import { reportFinding } from '../../../store/operators/reconciliation/report-finding';
import type { Store } from '../../../store/store';
import { recordPayOutReturn } from '../../../store/wallets/withdrawal/withdrawal.return';
import { findWithdrawalRow } from '../../../store/wallets/withdrawal/withdrawal.queries';

/** Credits the wallet of a returned payout, and lists it for operators. Idempotent; undefined if it has not succeeded. */
export async function recordReturnedPayOut(
  store: Store,
  withdrawalID: string,
  { connectorReference }: Returned,
): Promise<Finding | undefined> {
  const { connector, status, ...row } = await findWithdrawalRow(store.database, withdrawalID);
  if (status !== 'Succeeded' || connector === null) return undefined;
  const finding: Finding = {
    kind: 'returnedPayout',
    operationID: `withdrawal/${withdrawalID}/payOut`,
    operationKind: 'payOut',
    facts: {},
    currency: row.destinationCurrency,
    connectorMinor: 0n,
    recordedMinor: row.destinationMinor,
    connectorReference,
    at: new Date(),
  };
  // Listed first, so that an interrupted return is listed too.
  if (row.returnedAt === null) await reportFinding(store.database, connector, finding);
  if (await recordPayOutReturn(store, withdrawalID)) log.warn('a payout was returned', { connector, withdrawalID });
  return finding;
}
