import type { ConnectorNotice } from '../../../domain/payments/connector-notice/connector-notice';
import { readOperationName } from '../../../domain/operators/reconciliation/operation-name';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { signals } from '../../../workflow-names/workflow-messages';
import type { Command } from '../../change-log';
import { lateSuccessStart } from '../../operators/reconciliation/late-success';
import { findRecordedOperations } from '../../operators/reconciliation/recorded-operations';
import { startTracked } from '../../operators/recovery/tracked-workflows';
import { appendCommands } from '../../platform/outbox/outbox';
import type { Store } from '../../store';
import { isOfAccount } from '../payment/payment.attempts';

/**
 * Signals the waiting workflow of each operation that a connector has stated something about. An ended operation has none: a late-success
 * workflow checks a failed one, a payout that may have been returned, and one that is said to have failed after all. Ignores operations of
 * other accounts.
 */
export async function wakeOperations(
  store: Store,
  account: string,
  statements: readonly Pick<ConnectorNotice, 'reference' | 'isReversal'>[],
): Promise<void> {
  const reversed = new Set(statements.filter(({ isReversal }) => isReversal).map(({ reference }) => reference));
  const references = [...new Set(statements.map(({ reference }) => reference))];
  const named = references.filter((each) => reversed.has(each) || awaitingWorkflow(each) !== undefined);
  if (named.length === 0) return;
  const recorded = await findRecordedOperations(store.database, { connector: account, operationIDs: named });
  for (const [operationID, operation] of recorded) {
    if (!(await isOfAccount(store.database, { account, operationID }))) continue;
    const { state, kind } = operation;
    const hasEnded = state === 'undone' || (state === 'done' && (kind === 'payOut' || reversed.has(operationID)));
    const workflowID = awaitingWorkflow(operationID);
    if (hasEnded) await startTracked(store.database, [lateSuccessStart(account, operationID)]);
    else if (workflowID !== undefined) {
      const signal: Command = { kind: 'signal', workflowID, signal: signals.interactionEnded, args: [] };
      await appendCommands(store.database, [signal]);
    }
    store.wakeUp.send('outbox');
  }
}

/** The workflow that waits for a callback of the operation. */
function awaitingWorkflow(operationID: string): string | undefined {
  const name = readOperationName(operationID);
  if (name?.entity === 'payment' && name.kind === 'authorise')
    return workflowIDs.payment(name.invoiceID, name.paymentID);
  if (name?.entity === 'binding' && name.kind === 'verify') return workflowIDs.binding(name.customerID, name.bindingID);
  if (name?.entity === 'withdrawal') return workflowIDs.withdrawal(name.withdrawalID);
  if (name?.entity === 'payout') return workflowIDs.payout(name.payoutID);
  if (name?.entity === 'refund') return workflowIDs.refund(name.invoiceID, name.paymentID, name.refundID);
  return undefined;
}
