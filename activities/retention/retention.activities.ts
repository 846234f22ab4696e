import { log } from '@temporalio/activity';
import { deleteExpiredRows } from '../../store/retention/retention';
import type { Store } from '../../store/store';
import type { RetentionActivities } from '../../workflows/retention/retention.contract';

/** What the workflow of retention may do to the world. */
export function createRetentionActivities({ store }: { store: Store }): RetentionActivities {
  return {
    async forgetOld() {
      const { forgotten, hasMore } = await deleteExpiredRows(store.database);
      if (Object.values(forgotten).some((count) => count > 0))
        log.info('what is past its retention was forgotten', forgotten);
      return { forgotten, hasMore };
    },
  };
}
