import { log } from '@temporalio/activity';
import { listWaiting, readNotice } from '../../../store/payments/dispute/dispute-notices';
import { applyNotice } from '../../../store/payments/dispute/dispute.transitions';
import type { Clock } from '../../../store/postgres/database-clock';
import type { Store } from '../../../store/store';
import type { DisputeActivities } from '../../../workflows/payments/dispute/dispute.contract';
import { toApplicationFailures } from '../../platform/operation/application-failures';

/** A statement that waits longer is listed for operators: less than the workflow waits, whose clock may differ. */
const MAX_WAIT_MS = 3_600_000;

/** Activities of disputes. */
export function createDisputeActivities({ store, clock }: { store: Store; clock: Clock }): DisputeActivities {
  return {
    applyDispute: ({ noticeID }) =>
      toApplicationFailures(async () => {
        const notice = await readNotice(store.database, noticeID);
        if (!notice) throw new Error('there is no such statement about a dispute');
        const isLast = (await clock()).getTime() - notice.receivedAt.getTime() > MAX_WAIT_MS;
        // Statements that came too early follow in their order.
        for (const id of await listWaiting(store.database, notice)) {
          await applyNotice(store, id, { isLast: isLast && id === noticeID });
        }
        const state = await applyNotice(store, noticeID, { isLast });
        const { account, event } = notice;
        if (state === 'attention') log.warn('a dispute needs an operator', { connector: account, event, noticeID });
        return { state };
      }),
  };
}
