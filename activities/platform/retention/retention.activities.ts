import { log } from '@temporalio/activity';
import { toMetadataKeys } from '../../../domain/operators/person/erased';
import { eraseDeletedCustomers } from '../../../store/operators/person/deleted-customers';
import type { FileStorage } from '../../../files/file-storage';
import type { CardVault } from '../../../store/payments/card-vault/card-vault';
import { deleteUnusedCards } from '../../../store/payments/card-vault/delete-cards';
import { deleteExpiredEvidence } from '../../../store/payments/chargeback/evidence.expiry';
import { deleteExpiredReports } from '../../../store/merchants/report/report.expiry';
import { deleteExpiredRows } from '../../../store/platform/retention/retention';
import type { Store } from '../../../store/store';
import type { RetentionActivities } from '../../../workflows/platform/retention/retention.contract';

/** Activities of retention workflows. */
export function createRetentionActivities({
  store,
  vault,
  files,
  metadataKeys,
}: {
  store: Store;
  vault: CardVault;
  files: FileStorage;
  metadataKeys: readonly string[];
}): RetentionActivities {
  const keys = toMetadataKeys(metadataKeys);
  return {
    async deleteExpired() {
      const { forgotten, hasMore } = await deleteExpiredRows(store.database);
      const customers = await eraseDeletedCustomers(store, keys);
      const cards = await deleteUnusedCards({ database: store.database, vault });
      const stored = { database: store.database, deleteFile: async (key: string) => files.delete(key) };
      const [reports, evidence] = [await deleteExpiredReports(stored), await deleteExpiredEvidence(stored)];
      const others = {
        ...{ customers: customers.count, vault_cards: cards.count, reports: reports.count },
        chargeback_evidence: evidence.count,
      };
      const deleted = { ...forgotten, ...others };
      if (Object.values(deleted).some((count) => count > 0))
        log.info('rows past their retention were deleted', deleted);
      return { deleted, hasMore: hasMore || customers.hasMore || cards.hasMore || reports.hasMore || evidence.hasMore };
    },
  };
}
