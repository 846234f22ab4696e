import { log } from '@temporalio/activity';
import { toMetadataKeys } from '../../domain/person/erased';
import { eraseDeletedCustomers } from '../../store/person/deleted-customers';
import { deleteExpiredRows } from '../../store/retention/retention';
import type { Store } from '../../store/store';
import type { RetentionActivities } from '../../workflows/retention/retention.contract';

/** Activities of retention workflows. */
export function createRetentionActivities({
  store,
  metadataKeys,
}: {
  store: Store;
  metadataKeys: readonly string[];
}): RetentionActivities {
  const keys = toMetadataKeys(metadataKeys);
  return {
    async deleteExpired() {
      const { forgotten, hasMore } = await deleteExpiredRows(store.database);
      const customers = await eraseDeletedCustomers(store, keys);
      const deleted = { ...forgotten, customers: customers.count };
      if (Object.values(deleted).some((count) => count > 0))
        log.info('rows past their retention were deleted', deleted);
      return { deleted, hasMore: hasMore || customers.hasMore };
    },
  };
}
