import { log } from '@temporalio/activity';
import { listWaiting, readNotice } from '../../store/dispute/dispute-notices';
import { applyNotice } from '../../store/dispute/dispute.transitions';
import type { Store } from '../../store/store';
import type { DisputeActivities } from '../../workflows/dispute/dispute.contract';
import { toApplicationFailures } from '../operation/application-failures';

/** Activities of disputes. */
export function createDisputeActivities({ store }: { store: Store }): DisputeActivities {
  return {
    applyDispute: ({ noticeID, isLast }) =>
      toApplicationFailures(async () => {
        const notice = await readNotice(store.database, noticeID);
        if (!notice) throw new Error('there is no such statement about a dispute');
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
