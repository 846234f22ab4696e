import { log } from '@temporalio/activity';
import { deleteExpiredRows } from '../../store/retention/retention';
import type { Store } from '../../store/store';
import type { RetentionActivities } from '../../workflows/retention/retention.contract';

/** Activities of retention workflows. */
export function createRetentionActivities({ store }: { store: Store }): RetentionActivities {
  return {
    async deleteExpired() {
      const { forgotten: deleted, hasMore } = await deleteExpiredRows(store.database);
      if (Object.values(deleted).some((count) => count > 0))
        log.info('rows past their retention were deleted', deleted);
      return { deleted, hasMore };
    },
  };
}
