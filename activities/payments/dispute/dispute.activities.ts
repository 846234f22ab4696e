import { log } from '@temporalio/activity';
import type { FoundDispute } from '../../../domain/payments/dispute/dispute';
import { listWaiting, readNotice, type RecordedNotice } from '../../../store/payments/dispute/dispute-notices';
import { applyNotice } from '../../../store/payments/dispute/dispute.transitions';
import type { Clock } from '../../../store/postgres/database-clock';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import type { DisputeActivities } from '../../../workflows/payments/dispute/dispute.contract';
import { toApplicationFailures } from '../../platform/operation/application-failures';
import type { ConnectorDependencies } from '../../platform/operation/recorded-connector';
import { CONNECTOR_TIMEOUT_MS } from '../../platform/operation/step-deadline';

interface DisputeDependencies extends ConnectorDependencies {
  clock: Clock;
}

/** A statement that waits longer is listed for operators: less than the workflow waits, whose clock may differ. */
const MAX_WAIT_MS = 3_600_000;

/** An acquirer that has not answered for so long confirms nothing: operators decide. */
const NOT_FOUND: FoundDispute = { state: 'unknown', operationID: undefined, answerID: undefined };

/** Activities of disputes. */
export function createDisputeActivities({ clock, ...dependencies }: DisputeDependencies): DisputeActivities {
  const { store } = dependencies;
  return {
    applyDispute: ({ noticeID }) =>
      toApplicationFailures(async () => {
        const notice = await readNotice(store.database, noticeID);
        if (!notice) throw new Error('there is no such statement about a dispute');
        const isLast = (await clock()).getTime() - notice.receivedAt.getTime() > MAX_WAIT_MS;
        const found = await lookUp(dependencies, notice).catch((error: unknown) => {
          if (!isLast) throw error;
          log.warn('the acquirer does not say how a dispute stands', { connector: notice.account, noticeID, error });
          return NOT_FOUND;
        });
        // Statements that came too early follow in their order.
        for (const id of await listWaiting(store.database, notice)) {
          await applyNotice(store, id, { isLast: isLast && id === noticeID, found });
        }
        const state = await applyNotice(store, noticeID, { isLast, found });
        const { account, event } = notice;
        if (state === 'attention') log.warn('a dispute needs an operator', { connector: account, event, noticeID });
        return { state };
      }),
  };
}

/** Asks the acquirer how the dispute stands, where its connector can. */
async function lookUp(
  { connectors, connectorTimeoutMs: timeoutMs = CONNECTOR_TIMEOUT_MS }: ConnectorDependencies,
  { id, account, disputeReference }: RecordedNotice,
): Promise<FoundDispute | undefined> {
  const connector = await connectors.find(account);
  return connector?.lookUpDispute?.({ operationID: workflowIDs.dispute(id), disputeReference, timeoutMs });
}
