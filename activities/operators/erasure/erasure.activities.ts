import { log } from '@temporalio/activity';
import { toMetadataKeys } from '../../../domain/operators/person/erased';
import { advanceErasure } from '../../../store/operators/person/erasure.advance';
import type { CardVault } from '../../../store/payments/card-vault/card-vault';
import { deleteUnusedCards } from '../../../store/payments/card-vault/delete-cards';
import type { Store } from '../../../store/store';
import type { ErasureActivities } from '../../../workflows/operators/erasure/erasure.contract';

/** How long one call works, well below the timeout of the activity. */
const WORK_MS = 5_000;

/** Activities of the erasure of a person. `metadataKeys` may be of any case. */
export function createErasureActivities({
  store,
  vault,
  metadataKeys,
}: {
  store: Store;
  vault: CardVault;
  metadataKeys: readonly string[];
}): ErasureActivities {
  const keys = toMetadataKeys(metadataKeys);
  const deleteErasedCards = async (): Promise<void> => {
    try {
      await deleteUnusedCards({ database: store.database, vault });
    } catch (error) {
      log.warn('cards of an erased person could not be deleted yet', { error });
    }
  };
  return {
    async advanceErasure(erasureID) {
      const end = performance.now() + WORK_MS;
      for (;;) {
        const progress = await advanceErasure(store, { erasureID, keys });
        if (progress.next === 'continue' && performance.now() < end) continue;
        // An interrupted erasure, or one without the vault, leaves them to the retention workflow.
        if (progress.state === 'erasing' || progress.state === 'erased') await deleteErasedCards();
        return progress;
      }
    },
  };
}
