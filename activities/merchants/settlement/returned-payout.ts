import type { Returned } from '../../../connectors/pending';
import type { Finding } from '../../../domain/operators/reconciliation/finding';
import { payoutOperationID } from '../../../domain/merchants/settlement/payout-operation';
import { reportFinding } from '../../../store/operators/reconciliation/report-finding';
import { changePayout } from '../../../store/merchants/settlement/payout.transitions';
import { getPayout } from '../../../store/merchants/settlement/settlement.queries';
import type { Store } from '../../../store/store';

/** Moves a returned payout back to the shop, and lists it for operators. Idempotent; undefined if it was not paid. */
export async function recordReturnedPayout(
  store: Store,
  payoutID: string,
  { connectorReference }: Returned,
): Promise<Finding | undefined> {
  const { connector, status, amountMinor, currency } = await getPayout(store.database, payoutID);
  if (connector === null || (status !== 'paid' && status !== 'returned')) return undefined;
  const finding: Finding = {
    ...{ kind: 'returnedPayout', operationID: payoutOperationID(payoutID), operationKind: 'payOut', currency },
    facts: {},
    ...{ connectorMinor: 0n, recordedMinor: amountMinor, connectorReference, at: new Date() },
  };
  // Listed first, so that an interrupted return is listed too.
  if (status === 'paid') await reportFinding(store.database, connector, finding);
  await changePayout(store, { payoutID, action: 'return', by: connector, reason: 'returned' });
  return finding;
}
